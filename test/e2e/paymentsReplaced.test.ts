import { Stack } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { Shop } from "../support/shop";

/** Declares what stands in `rows.json`. */
const PROGRAM = `
const { payments } = require("pulumi-checks");
for (const [name, { kind, options, ...args }] of Object.entries(JSON.parse(require("fs").readFileSync("rows.json", "utf8"))))
  exports[name] = new payments[kind](name, args, options).accessToken;
`;

const SHARE = { kind: "InvoiceShare", channel: "email", receiver: "ada@example.com" };
const CONFIG = {
  kind: "PaymentsConfig",
  environment: "sandbox",
  options: { replaceOnChanges: ["triggers"] },
};

onEachHost("a replacement that fails at the payment service", (on) => {
  let shop: Shop;
  let stack: Stack;
  beforeEach(async () => {
    shop = await Shop.open();
    stack = new Stack({ ...shop.environment, ...on }, { "index.js": PROGRAM });
    await stack.init();
  });
  afterEach(async () => {
    stack.remove();
    await shop.close();
  });

  const declare = (row: object) => stack.write("rows.json", JSON.stringify({ row }));

  it("leaves the invoice that was sent as it is: it is not sent again when the number is corrected", async () => {
    declare({ ...SHARE, invoiceNumber: "INV-1" });
    await stack.up();
    declare({ ...SHARE, invoiceNumber: "INV-404" });
    expect((await stack.tryUp()).text).toContain("sharing invoice INV-404 by e-mail: not sent");
    declare({ ...SHARE, invoiceNumber: "INV-1" });
    await stack.up("--expect-no-changes");
    expect((await shop.ledger()).shares.map(({ invoicenumber }) => invoicenumber)).toEqual(["INV-1"]);
    declare({ ...SHARE, invoiceNumber: "INV-2" });
    await stack.up();
    expect((await shop.ledger()).shares.map(({ invoicenumber }) => invoicenumber)).toEqual([
      "INV-1",
      "INV-2",
    ]);
  });

  it("leaves the token that is there", async () => {
    declare(CONFIG);
    await stack.up();
    await shop.admin.faults({
      match: { path: "getsdktoken" },
      times: 1,
      action: { kind: "status", status: 400 },
    });
    declare({ ...CONFIG, triggers: ["leak"] });
    expect((await stack.tryUp()).text).toContain("getting an SDK token: the service answered 400");
    declare(CONFIG);
    await stack.up("--expect-no-changes");
    expect((await shop.ledger()).tokens).toHaveLength(1);
  });
});
