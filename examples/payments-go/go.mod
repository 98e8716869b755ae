module payments-go

go 1.25.11

require (
	example.com/pulumi-checks/sdk/go v0.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)

// `npm run sdks go` in the checkout makes it; `go mod tidy` then finds the rest.
replace example.com/pulumi-checks/sdk/go => ../../dist/sdks/go
