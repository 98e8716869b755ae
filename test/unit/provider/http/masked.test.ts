import { maskSecrets } from "../../../../provider/http/masked";

const KEY = "0123456789abcdefABCDEF/+x-y_z.00";

describe("a secret that a service repeats", () => {
  it.each([
    ["as it is", KEY],
    ["in upper case", KEY.toUpperCase()],
    ["as addresses write it", encodeURIComponent(KEY)],
    ["in base64", Buffer.from(KEY).toString("base64")],
    ["as forms within forms write it", encodeURIComponent(encodeURIComponent(KEY))],
    ["as PHP writes JSON", KEY.replace("/", "\\/")],
    ["as .NET writes JSON", KEY.replace("+", "\\u002B")],
    ["as JSON within JSON", KEY.replace("/", "\\\\/").replace("+", "\\\\u002b")],
    ["as a page writes it", KEY.replace("/", "&#x2F;").replace("+", "&#43;")],
    ["cut short", KEY.slice(0, 20)],
    ["cut short and escaped", encodeURIComponent(KEY.slice(0, 24))],
  ])("is not shown %s", (_how, repeated) => {
    expect(maskSecrets(`wrong key: "${repeated}", sorry`, [KEY])).toBe('wrong key: "[secret]", sorry');
  });

  it("is not shown in the base64 of addresses", () => {
    const secret = "?>?>?>?>?>?>?>?>?>?>";
    const repeated = Buffer.from(secret).toString("base64url");
    expect(repeated.slice(0, 8)).not.toBe(Buffer.from(secret).toString("base64").slice(0, 8));
    expect(maskSecrets(`wrong key: ${repeated}, sorry`, [secret])).toBe("wrong key: [secret], sorry");
  });

  it("is not shown in base64 without its end, however short it may be for that", () => {
    const secret = KEY.slice(0, 16);
    const [whole] = Buffer.from(secret).toString("base64").split("=");
    expect(maskSecrets(`wrong key: ${whole}, sorry`, [secret])).toBe("wrong key: [secret], sorry");
  });

  it.each([
    ["once", "p&amp;a&lt;b&gt;c&quot;d&apos;e"],
    ["twice", "p&amp;amp;a&amp;lt;b&amp;gt;c&amp;quot;d&amp;#039;e"],
    ["by numbers", "p&#38;a&#x3c;b&#062;c&#34;d&#39;e"],
  ])("is not shown as pages escape it, %s", (_times, repeated) => {
    expect(maskSecrets(`wrong key: ${repeated}, sorry`, [`p&a<b>c"d'e`])).toBe("wrong key: [secret], sorry");
  });

  it("is not shown as JSON or one line writes it, nor with its own line ends", () => {
    const secret = 'two\nlines "quoted"';
    expect(maskSecrets(`got ${secret}`, [secret])).toBe("got [secret]");
    expect(maskSecrets(JSON.stringify(secret), [secret])).toBe('"[secret]"');
    expect(maskSecrets('got two lines "quoted"', [secret])).toBe("got [secret]");
  });

  it("is masked whole where another secret is a part of it", () => {
    expect(maskSecrets("no abcdef here, nor abc", ["abc", "abcdef"])).toBe("no [secret] here, nor [secret]");
  });

  it("is not shown in any script, however that is escaped", () => {
    const secret = "пароль-\u{1f600}";
    const escapes = secret.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    expect(maskSecrets(`${secret} ${encodeURIComponent(secret)} ${escapes.join("")}`, [secret])).toBe(
      "[secret] [secret] [secret]",
    );
  });

  it("of backslashes alone is looked for in no time", () => {
    // What it takes itself, which other programs on the machine do not lengthen.
    const began = process.cpuUsage();
    maskSecrets("\\".repeat(20_000), [`${"\\".repeat(40)}x`]);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
  });

  it.each(["97455551234", "974 5555 1234", "974-55-55-12-34", "974 (55) 55.12.34", "974%205555%201234"])(
    "of digits alone is not shown in other groups: %s",
    (repeated) => {
      expect(maskSecrets(`no +${repeated}, at 12:34`, ["97455551234"])).toBe("no +[secret], at 12:34");
    },
  );

  it("that is empty or blank masks nothing", () => {
    expect(maskSecrets("all of it", ["", " "])).toBe("all of it");
  });
});
