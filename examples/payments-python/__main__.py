"""A shop with a mobile app. Addresses, keys and the service's own names are settings: see docs/payments.md."""

import pulumi
from pulumi_checks import PaymentsConfigScreenArgs, payments

settings = pulumi.Config()

# The token that the app hands to the payment screen, renewed by the first `up` after 30 days.
shop = payments.PaymentsConfig(
    "shop",
    environment="sandbox",
    rotate_after="30d",
    screen=PaymentsConfigScreenArgs(
        title_text="Corner Shop",
        payment_types=["creditCard", "debitCard", "servicePay"],
    ),
)

# A chair arrived broken: the money goes back, once.
chair = payments.Refund(
    "broken-chair",
    transaction_number=settings.get("brokenChair") or "T-SUCCESS",
)

# The invoice for March, sent again whenever the list of reminders grows.
payments.InvoiceShare(
    "march",
    invoice_number=settings.get("march") or "INV-1",
    channel="email",
    receiver=settings.get("customer") or "customer@example.com",
    triggers=["first invoice"],
)

table = payments.get_transaction_output(transaction_number=settings.get("table") or "T-ORDER-ID")

# For the app's secret store. A secret.
pulumi.export("accessToken", shop.access_token)
pulumi.export("refunded", chair.outcome)
pulumi.export("reverseTransaction", chair.reverse_transaction_number)
pulumi.export("tableStatus", table.status.name)
