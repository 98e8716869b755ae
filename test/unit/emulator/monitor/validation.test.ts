import { parseCheckSpec } from "../../../../emulator/monitor/checkFields";
import { DIALECTS } from "../../../../emulator/monitor/dialect";
import { type JsonObject, parseRequestJson } from "../../../../emulator/monitor/requestJson";

const read = (text: string, dialect = DIALECTS.server) =>
  parseCheckSpec(parseRequestJson(Buffer.from(text)) as JsonObject, dialect, "create");

describe("reading the fields of a request", () => {
  it("keeps what is sent and leaves out what is not", () => {
    expect(read('{"name": " a ", "timeout": 60, "unique": ["name"], "other": null}')).toEqual({
      name: " a ",
      timeout: 60,
      unique: ["name"],
    });
  });

  it.each([
    ["timeout", "59", "is too small"],
    ["timeout", "31536001", "is too large"],
    ["grace", "60.0", "is not a number"],
    ["grace", '"60"', "is not a number"],
    ["name", `"${"n".repeat(101)}"`, "is too long"],
    ["start_kw", `"${"k".repeat(201)}"`, "is too long"],
    ["slug", '"Upper"', "does not match pattern"],
    ["slug", '"a\\n"', "does not match pattern"],
    ["manual_resume", "1", "is not a boolean"],
    ["methods", "null", "has unexpected value"],
    ["unique", '"name"', "is not an array"],
    ["tz", '"europe/riga"', "is not a valid timezone"],
    ["schedule", '"* * *"', "is not a valid cron or OnCalendar expression"],
    ["channels", "5", "is not a string"],
  ])("refuses %s %s: %s", (field, value, message) => {
    expect(() => read(`{"${field}": ${value}}`)).toThrow(`json validation error: ${field} ${message}`);
  });

  it("reports the alphabetically first field", () => {
    expect(() => read('{"unique": 1, "name": 1, "desc": 1}')).toThrow("desc is not a string");
  });

  it("has the filters in the server's order", () => {
    expect(() => read('{"filter_body": 1, "filter_subject": 1, "filter_default_fail": 1}')).toThrow(
      "filter_subject",
    );
    expect(() => read('{"filter_http_body": 1, "filter_default_fail": 1}')).toThrow("filter_http_body");
  });

  it("reads true as the integer 1 in the server's dialect only", () => {
    expect(() => read('{"timeout": true}')).toThrow("timeout is too small");
    expect(() => read('{"timeout": true}', DIALECTS.spec)).toThrow("timeout is not a number");
  });

  it("knows a time zone younger than the recorded release in the document's dialect only", () => {
    const body = '{"tz": "America/Coyhaique"}';
    expect(() => read(body)).toThrow("json validation error: tz is not a valid timezone");
    expect(read(body, DIALECTS.spec)).toEqual({ tz: "America/Coyhaique" });
  });

  it.each(["0 0 30 2 1", "0 0 31 2 1", "0 0 31 feb,apr 1-5", "0 0 31,30 2 1", "0 0 30/5 2 MON"])(
    "refuses %s, whose day of the month never comes, as the recorded release does",
    (schedule) => {
      const body = JSON.stringify({ schedule });
      expect(() => read(body)).toThrow("schedule is not a valid cron or OnCalendar expression");
      expect(read(body, DIALECTS.spec)).toEqual({ schedule });
    },
  );

  it.each(["0 0 29 2 1", "0 0 30 2,4 1", "0 0 31,L 2 1", "0 0 29-31 2 1", "0 0 */30 2 *", "*-2-30,28 10:00"])(
    "takes %s, of which a day comes",
    (schedule) => {
      expect(read(JSON.stringify({ schedule }))).toEqual({ schedule });
    },
  );

  it("refuses unknown fields in the document's dialect", () => {
    expect(() => read('{"colour": "red"}', DIALECTS.spec)).toThrow("colour");
    expect(read('{"api_key": "k"}', DIALECTS.spec)).toEqual({});
  });
});
