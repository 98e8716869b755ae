// A shop with a mobile app. Addresses, keys and the service's own names are settings: see docs/payments.md.
import { mkdirSync, writeFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { days, payments } from "pulumi-checks";

const settings = new pulumi.Config("shop");

// The token that the app hands to the payment screen, renewed by the first `up` after 30 days.
const shop = new payments.PaymentsConfig("shop", {
  environment: "sandbox",
  rotateAfter: days(30),
  keepPrevious: true,
  screen: {
    titleText: "Corner Shop",
    image: "assets/logo.png",
    paymentTypes: ["creditCard", "debitCard", "servicePay"],
    isWalletEnabled: true,
    themeColor: "#0F4C81",
  },
});

// The screen's parameters for the app's sources. No token is in them: the app takes it at run time.
mkdirSync("app", { recursive: true });
shop.exportScreen("json").apply((text) => writeFileSync("app/payment_screen.json", text));
shop.exportScreen("dart").apply((text) => writeFileSync("app/payment_screen.dart", text));
shop.exportScreen("typescript").apply((text) => writeFileSync("app/paymentScreen.ts", text));

// A chair arrived broken: the money goes back, once.
const chair = new payments.Refund("broken-chair", {
  transactionNumber: settings.get("brokenChair") ?? "T-SUCCESS",
});

// The invoice for March, sent again whenever the list of reminders grows.
new payments.InvoiceShare("march", {
  invoiceNumber: settings.get("march") ?? "INV-1",
  channel: "email",
  receiver: settings.get("customer") ?? "customer@example.com",
  triggers: ["first invoice"],
});

const table = payments.getTransaction({ transactionNumber: settings.get("table") ?? "T-ORDER-ID" });

/** For the app's secret store. A secret. */
export const accessToken = shop.accessToken;
export const previousAccessToken = shop.previousAccessToken;
export const rotateAt = shop.rotateAt;
export const refunded = chair.outcome;
export const reverseTransaction = chair.reverseTransactionNumber;
export const tableIsPaid = table.then(({ status }) => status.name === "Success");
