// Makes the SDK of one language of a schema: `generator SCHEMA LANGUAGE FOLDER`.
//
// The generators are Pulumi's own, as `pulumi package gen-sdk` uses them. They are called here because that command asks
// the language's host for them, and most hosts that are published as Go modules are too old to answer. Which languages the
// program knows says the file that is built with this one: not all generators go with one version of Pulumi's modules.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-checks"

// The files of an SDK, by their paths.
type generator = func(*schema.Package) (map[string][]byte, error)

func main() {
	if len(os.Args) != 4 {
		fail(fmt.Errorf("usage: generator SCHEMA LANGUAGE FOLDER"))
	}
	fail(generate(os.Args[1], os.Args[2], os.Args[3]))
}

func generate(file, language, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	pkg, problems, err := schema.BindSpec(spec, noPackages{}, schema.ValidationOptions{})
	if err != nil {
		return err
	}
	if problems.HasErrors() {
		return problems
	}
	filesOf, known := generators[language]
	if !known {
		return fmt.Errorf("there is no generator for %s", language)
	}
	files, err := filesOf(pkg)
	if err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Without the marks of a component's secret outputs, which come from the plugin as secrets in any case. The generators for
// Java and C# would name them in an option that components have in neither language, so that the SDK would not compile.
func unmarked(pkg *schema.Package) *schema.Package {
	for _, resource := range pkg.Resources {
		if !resource.IsComponent {
			continue
		}
		for _, property := range resource.Properties {
			property.Secret = false
		}
	}
	return pkg
}

// The schema refers to no other package, so that none needs to be found.
type noPackages struct{}

func (noPackages) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	return nil, refused(name)
}

func (noPackages) LoadPackageV2(_ context.Context, of *schema.PackageDescriptor) (*schema.Package, error) {
	return nil, refused(of.Name)
}

func (noPackages) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	return nil, refused(name)
}

func (noPackages) LoadPackageReferenceV2(
	_ context.Context, of *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return nil, refused(of.Name)
}

func refused(name string) error {
	return fmt.Errorf("the schema refers to the package %s; an SDK is made of its own types only", name)
}

func fail(err error) {
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
