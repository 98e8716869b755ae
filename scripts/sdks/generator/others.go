package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"

	csharp "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// The languages whose generators go with the engine's own modules.
var generators = map[string]generator{
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage(tool, pkg, nil, noPackages{})
	},
	"go": func(pkg *schema.Package) (map[string][]byte, error) {
		return golang.GeneratePackage(tool, pkg, nil)
	},
	"csharp": func(pkg *schema.Package) (map[string][]byte, error) {
		if pkg.LogoURL == "" {
			http.DefaultTransport.(*http.Transport).RegisterProtocol("icon", plainIcon{})
			pkg.LogoURL = "icon:plain"
		}
		return csharp.GeneratePackage(tool, unmarked(pkg), nil, nil)
	},
}

// A plain square: a package of NuGet has an icon, and for one without an address the generator asks a server for Pulumi's.
type plainIcon struct{}

func (plainIcon) RoundTrip(*http.Request) (*http.Response, error) {
	square := image.NewNRGBA(image.Rect(0, 0, 64, 64))
	draw.Draw(square, square.Bounds(), image.NewUniform(color.NRGBA{R: 46, G: 125, B: 50, A: 255}), image.Point{}, draw.Src)
	var body bytes.Buffer
	if err := png.Encode(&body, square); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(&body)}, nil
}
