// A shop with a mobile app. Addresses, keys and the service's own names are settings: see docs/payments.md.
package main

import (
	"example.com/pulumi-checks/sdk/go/checks"
	"example.com/pulumi-checks/sdk/go/checks/payments"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		setting := func(key, otherwise string) pulumi.String {
			if value := settings.Get(key); value != "" {
				return pulumi.String(value)
			}
			return pulumi.String(otherwise)
		}

		// The token that the app hands to the payment screen, renewed by the first `up` after 30 days.
		shop, err := payments.NewPaymentsConfig(ctx, "shop", &payments.PaymentsConfigArgs{
			Environment: pulumi.String("sandbox"),
			RotateAfter: pulumi.String("30d"),
			Screen: checks.PaymentsConfigScreenArgs{
				TitleText:    pulumi.String("Corner Shop"),
				PaymentTypes: pulumi.ToStringArray([]string{"creditCard", "debitCard", "servicePay"}),
			},
		})
		if err != nil {
			return err
		}

		// A chair arrived broken: the money goes back, once.
		chair, err := payments.NewRefund(ctx, "broken-chair", &payments.RefundArgs{
			TransactionNumber: setting("brokenChair", "T-SUCCESS"),
		})
		if err != nil {
			return err
		}

		// The invoice for March, sent again whenever the list of reminders grows.
		_, err = payments.NewInvoiceShare(ctx, "march", &payments.InvoiceShareArgs{
			InvoiceNumber: setting("march", "INV-1"),
			Channel:       pulumi.String("email"),
			Receiver:      setting("customer", "customer@example.com"),
			Triggers:      pulumi.Array{pulumi.String("first invoice")},
		})
		if err != nil {
			return err
		}

		table := payments.GetTransactionOutput(ctx, payments.GetTransactionOutputArgs{
			TransactionNumber: setting("table", "T-ORDER-ID"),
		})

		// For the app's secret store. A secret.
		ctx.Export("accessToken", shop.AccessToken)
		ctx.Export("refunded", chair.Outcome)
		ctx.Export("reverseTransaction", chair.ReverseTransactionNumber)
		ctx.Export("tableStatus", table.Status().Name())
		return nil
	})
}
