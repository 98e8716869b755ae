// Makes the SDK of one language of a schema: `generator SCHEMA LANGUAGE FOLDER`.
//
// The generators are Pulumi's own, as `pulumi package gen-sdk` uses them. They are called here because that command asks
// the language's host for them, and the hosts that are published as Go modules are too old to answer.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-checks"

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
	files, err := filesOf(language, pkg)
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

func filesOf(language string, pkg *schema.Package) (map[string][]byte, error) {
	switch language {
	case "python":
		return python.GeneratePackage(tool, pkg, nil, noPackages{})
	case "go":
		return golang.GeneratePackage(tool, pkg, nil)
	default:
		return nil, fmt.Errorf("there is no generator for %s", language)
	}
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
