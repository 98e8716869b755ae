import { masked } from "../../../../provider/http/masked";

const KEY = "0123456789abcdefABCDEF/+x-y_z.00";

describe("a secret that a service repeats", () => {
  it.each([
    ["as it is", KEY],
    ["in upper case", KEY.toUpperCase()],
    ["as addresses write it", encodeURIComponent(KEY)],
    ["in base64", Buffer.from(KEY).toString("base64")],
    ["cut short", KEY.slice(0, 20)],
  ])("is not shown %s", (_how, repeated) => {
    expect(masked(`wrong key: "${repeated}", sorry`, [KEY])).toBe('wrong key: "[secret]", sorry');
  });

  it("is not shown as JSON or one line writes it", () => {
    const secret = 'two\nlines "quoted"';
    expect(masked(JSON.stringify(secret), [secret])).toBe('"[secret]"');
    expect(masked('got two lines "quoted"', [secret])).toBe("got [secret]");
  });

  it("is masked whole where another secret is a part of it", () => {
    expect(masked("no abcdef here, nor abc", ["abc", "abcdef"])).toBe("no [secret] here, nor [secret]");
  });

  it("that is empty or blank masks nothing", () => {
    expect(masked("all of it", ["", " "])).toBe("all of it");
  });
});
