package main

import (
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
)

// The language whose generator goes with older modules of the engine.
var generators = map[string]generator{
	"java": func(pkg *schema.Package) (map[string][]byte, error) {
		// As a local package it has no build files for Gradle, which this SDK has others in the place of.
		files, err := java.GeneratePackage(tool, unmarked(pkg), nil, nil, true, false)
		if err != nil {
			return nil, err
		}
		// Gradle would write this: by it the engine knows which plugin a program needs, and where to get that.
		about := plugin.PulumiPluginJSON{
			Resource: true,
			Name:     pkg.Name,
			Version:  pkg.Version.String(),
			Server:   pkg.PluginDownloadURL,
		}
		files["src/main/resources/com/pulumi/"+pkg.Name+"/plugin.json"], err = about.JSON()
		return files, err
	},
}
