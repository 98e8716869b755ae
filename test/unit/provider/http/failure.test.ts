import { AxiosError, AxiosHeaders, type AxiosResponse, CanceledError } from "axios";
import type { Connection } from "../../../../provider/http/connection";
import { plainReason } from "../../../../provider/http/explanation";
import {
  BadRequest,
  Conflict,
  Forbidden,
  isTransient,
  isUnclear,
  Limited,
  NotFound,
  OutOfOrder,
  Refused,
  retryAfterMs,
  ServiceError,
  serviceError,
  Unauthorized,
  Unreachable,
} from "../../../../provider/http/failure";
import { connect } from "../../../../provider/monitor/connection";
import { readSettings } from "../../../../provider/monitor/settings";

const KEY = "0123456789abcdef0123456789abcdef";

const projects = { eu: { apiKey: KEY } };
const config: Record<string, string> = {
  "checks:url": "https://user:PASSWORD@checks.example.com/PATH",
  "checks:apiKey": KEY,
  "checks:projects": JSON.stringify(projects),
  "checks:timeoutSeconds": "1",
  "checks:deadlineSeconds": "1",
};
const settings = readSettings((key) => config[key], {});
const connection: Connection = connect(settings);

/** An error as axios throws it for an answer, its request holding the key as real ones do. */
function answered(status: number, data = "", headers: Record<string, string> = {}): AxiosError {
  const config = { headers: new AxiosHeaders({ "X-Api-Key": KEY }) };
  const response: AxiosResponse = { status, data, headers, statusText: "", config };
  return new AxiosError(`Request failed with key ${KEY}`, AxiosError.ERR_BAD_REQUEST, config, {}, response);
}

const unanswered = (code: string) => new AxiosError(`failed with key ${KEY}`, code);

const said = (error: AxiosError, at: Connection = connection) =>
  new ServiceError("reading the check", at, error).message;

describe("what a failed request means", () => {
  it.each([408, 425, 429, 499, 500, 502, 503, 504, 520, 522, 524])("%d is asked again", (status) => {
    expect(isTransient(answered(status))).toBe(true);
  });

  it.each([301, 302, 304, 400, 401, 403, 404, 405, 409, 410, 422, 501, 526])("%d is final", (status) => {
    expect(isTransient(answered(status))).toBe(false);
  });

  it.each([
    "ECONNRESET",
    "ECONNREFUSED",
    "ETIMEDOUT",
    "ECONNABORTED",
    "EPIPE",
    "EAI_AGAIN",
    "ERR_BAD_RESPONSE",
  ])("%s is asked again", (code) => {
    expect(isTransient(unanswered(code))).toBe(true);
  });

  it.each([
    "ENOTFOUND",
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "ERR_INVALID_URL",
  ])("%s is final", (code) => {
    expect(isTransient(unanswered(code))).toBe(false);
  });

  it("the end of the deadline is final", () => {
    expect(isTransient(new CanceledError())).toBe(false);
  });

  it.each([
    ["ECONNRESET", true],
    ["ECONNABORTED", true],
    ["ERR_BAD_RESPONSE", true],
    ["ECONNREFUSED", false],
    ["ENOTFOUND", false],
    ["EAI_AGAIN", false],
  ])("%s leaves it unclear whether the request had its effect: %s", (code, unclear) => {
    expect(isUnclear(unanswered(code))).toBe(unclear);
  });

  it.each([
    [502, true],
    [504, true],
    [500, true],
    [503, true],
    [520, true],
    [524, true],
    [408, true],
    [499, true],
    [429, false],
    [425, false],
    [400, false],
    [403, false],
  ])("an answer %d leaves it unclear too: %s", (status, unclear) => {
    expect(isUnclear(answered(status))).toBe(unclear);
  });
});

describe("whether the service may be at work on a request after all attempts", () => {
  const unclear = (error: AxiosError, before = false) =>
    new ServiceError("refunding", connection, error, { unclear: before }).unclear;

  it.each([400, 401, 403, 404, 409, 422, 425, 429, 498])("%d refuses it", (status) => {
    expect(unclear(answered(status, '{"error": "no"}'))).toBe(false);
  });

  it.each([302, 408, 499, 500, 502, 503, 504, 520])("%d does not", (status) => {
    expect(unclear(answered(status, '{"error": "no"}'))).toBe(true);
  });

  it("an attempt before that was unclear leaves it open, whatever the last one says", () => {
    expect(unclear(answered(400), true)).toBe(true);
    expect(unclear(unanswered("ECONNREFUSED"), true)).toBe(true);
  });

  it("a page with 403 does not: a firewall that reads answers sends it in place of one", () => {
    const pages = [403, 401, 429].map((status) => unclear(answered(status, "<html>Forbidden</html>")));
    expect(pages).toEqual([true, false, false]);
  });
});

describe("whether the service itself has ended a request", () => {
  const ended = (status: number, said: number) =>
    new ServiceError("refunding", connection, answered(status, `{"error": {"statusCode": ${said}}}`)).ended;

  it("is told by a 500 in its own form, and by nothing that came with another status: that is of who waited for it", () => {
    expect(ended(500, 500)).toBe(true);
    expect([502, 503, 504, 520].map((status) => ended(status, 500))).toEqual([false, false, false, false]);
    expect(ended(500, 504)).toBe(false);
  });
});

describe("a network that is gone", () => {
  const broken = (code: string, syscall: string) =>
    AxiosError.from(Object.assign(new Error(`${syscall} ${code}`), { code, syscall }));

  it.each(["EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED"])(
    "says that nothing was sent only while it was connected to: %s",
    (code) => {
      const [before, after] = [broken(code, "connect"), broken(code, "read")];
      expect([isUnclear(before), isUnclear(after)]).toEqual([false, true]);
      const unclear = (error: AxiosError) => new ServiceError("refunding", connection, error).unclear;
      expect([unclear(before), unclear(after)]).toEqual([false, true]);
      const ended = (error: AxiosError) => new ServiceError("refunding", connection, error).ended;
      expect([ended(before), ended(after)]).toEqual([true, false]);
    },
  );
});

describe("Retry-After", () => {
  it("is seconds or a date", () => {
    expect(retryAfterMs(answered(429, "", { "retry-after": "7" }))).toBe(7000);
    expect(retryAfterMs(answered(429, "", { "retry-after": "0.5" }))).toBe(500);
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    expect(retryAfterMs(answered(503, "", { "retry-after": inAMinute }))).toBeGreaterThan(58_000);
  });

  it.each([
    "",
    " ",
    "soon",
    "0",
    "-5",
    "1e30",
    "0x10",
    "99999999999",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Infinity",
    "NaN",
  ])("%j asks for no wait", (value) => {
    expect(retryAfterMs(answered(429, "", { "retry-after": value }))).toBeUndefined();
  });

  it("as a date is counted from the date of the answer: this machine's clock may be wrong", () => {
    const wait = (date: string) =>
      retryAfterMs(answered(429, "", { "retry-after": "Fri, 01 Jan 2100 00:01:00 GMT", date }));
    expect(wait("Fri, 01 Jan 2100 00:00:00 GMT")).toBe(60_000);
    expect(wait("Fri, 01 Jan 2100 00:02:00 GMT")).toBeUndefined();
    expect(wait("today")).toBeGreaterThan(365 * 86_400_000);
  });

  it("is not always there", () => {
    expect(retryAfterMs(answered(429))).toBeUndefined();
    expect(retryAfterMs(unanswered("ECONNRESET"))).toBeUndefined();
  });
});

describe("the message of a failure", () => {
  const codes = [
    "ECONNRESET",
    "ECONNREFUSED",
    "ENOTFOUND",
    "ETIMEDOUT",
    "ERR_CANCELED",
    "ERR_BAD_RESPONSE",
    "X",
  ];
  const failures = [
    ...codes.map(unanswered),
    ...[301, 400, 401, 403, 404, 409, 429, 500, 503].map((status) =>
      answered(status, JSON.stringify({ error: `wrong api key\n${KEY}` })),
    ),
  ];

  it("never holds the key, the address's password, nor more than a line", () => {
    for (const failure of failures) {
      const message = said(failure);
      expect(message).toMatch(/^reading the check: \S/);
      expect(message).not.toMatch(new RegExp(`${KEY}|PASSWORD|user|\n|undefined`));
      expect(plainReason(failure)).not.toContain(KEY);
      expect(new ServiceError("x", connection, failure).stack).toBe("");
    }
  });

  it.each([
    ["user:p%2Fss%25wd", 'no entry for user with "p/ss%wd"'],
    ["user:p%2Fss%25wd", '{"error": "not found: https://user:p%2Fss%25wd@checks.example.com/PATH"}'],
    ["user:p%2Fss%25wd", `wrong: Basic ${Buffer.from("user:p/ss%wd").toString("base64")}`],
    ["user:p%ss%wd", "no entry for user with p%ss%wd"],
    ["p%2Fss%25wd", "no entry for the token p/ss%wd"],
  ])("never holds what the address (%s@…) has of a secret, which the service repeats: %s", (login, body) => {
    const url = `https://${login}@checks.example.com/PATH`;
    for (const status of [401, 404]) {
      const message = serviceError(
        "reading the check",
        { ...connection, url },
        answered(status, body),
      ).message;
      expect(message).toContain("[secret]");
      expect(message).not.toMatch(/wd|d2Q|cC9zc/);
    }
  });

  it("holds nothing of the request when it is printed whole", () => {
    const error = new ServiceError("reading the check", connection, answered(500, KEY));
    expect(JSON.stringify(error)).not.toContain(KEY);
    expect(require("node:util").inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  });

  it("passes on the service's own words", () => {
    expect(said(answered(400, '{"error": "tz is not a valid timezone"}'))).toBe(
      "reading the check: the service answered 400 (the service said: tz is not a valid timezone)",
    );
    expect(said(answered(409, "check is not paused"))).toContain("(the service said: check is not paused)");
    expect(said(answered(400, '{"error": {"grace": ["too small"]}}'))).toContain('{"grace":["too small"]}');
  });

  it.each([
    "",
    "   ",
    "<!doctype html><h1>Not found</h1>",
    "\n <html>",
    '{"error": ""}',
    '{"error": null}',
    "\0",
  ])("passes on nothing of %j", (page) => {
    expect(said(answered(404, page))).toBe(
      "reading the check: the service answered 404. If this should exist, check that https://checks.example.com/PATH (checks:url) is right",
    );
  });

  it.each([
    [400, "<h1>The plain HTTP request was sent to HTTPS port</h1>"],
    [405, ""],
    [409, "<html>"],
  ])("says what to look at after a %d without a word of the service", (status, page) => {
    expect(said(answered(status, page))).toBe(
      `reading the check: the service answered ${status}. It did not say why: check that https://checks.example.com/PATH (checks:url) is right, or ask whoever runs it`,
    );
  });

  it.each([408, 425, 429, 499])("says after a %d that it may be tried again", (status) => {
    expect(said(answered(status))).toContain(". Run again later; nothing is lost");
  });

  it("cuts what is too long, the key before that", () => {
    const message = said(answered(400, "x".repeat(190) + KEY + "y".repeat(500)));
    expect(message).toHaveLength(
      "reading the check: the service answered 400 (the service said: )".length + 200,
    );
    expect(message).not.toContain(KEY.slice(0, 10));
  });

  it.each([`${"x".repeat(199)}\u{1f600}`, '{"error": "half \\ud83d"}'])(
    "has no half of a surrogate pair, which the engine's protocol cannot carry: %j",
    (words) => {
      expect(() => encodeURI(said(answered(400, words)))).not.toThrow();
    },
  );

  it("says what to do about a key, a redirect, an overload and an address", () => {
    expect(said(answered(401))).toContain(
      "the service refused the API key. It is wrong, or it is a read-only key",
    );
    const reads = new ServiceError("listing the checks", connection, answered(401), { access: "read" });
    expect(reads.message).toContain("set another key of the project");
    const refused = said(answered(401), connect(settings, "eu"));
    expect(refused).toContain('the API key of project "eu"');
    expect(refused).toMatch(/ in checks:projects\.eu\.apiKey or CHECKS_PROJECTS_EU_API_KEY$/);
    expect(said(answered(403))).toContain(
      "refused access with this API key (403). The check belongs to another",
    );
    expect(said(answered(403))).toContain("; name that one with `project`, or set a read-write key");
    const read = new ServiceError("reading the check", connection, answered(403), { access: "read" });
    expect(read.message).toContain(
      "`project` (a resource needs an `up` without `--refresh` then), or set a key",
    );
    expect(said(answered(403), connect(settings, "eu"))).toContain(
      "; set a read-write key of the check's own",
    );
    expect(said(answered(301))).toContain("which is not followed because a change could get lost");
    expect(said(answered(503))).toBe(
      "reading the check: the service answered 503. Run again later; nothing is lost",
    );
    expect(said(unanswered("ECONNREFUSED"))).toBe(
      "reading the check: nothing listens at the service's address. Check that https://checks.example.com (checks:url) is right and reachable, then run again",
    );
  });

  it("shows the path of an address at which there is no such thing, which may be what is wrong", () => {
    const at = (url: string) => said(answered(404, "<h1>Not Found</h1>"), { ...connection, url });
    expect(at("https://user:PASSWORD@host.example/monitor/?token=x")).toMatch(
      /check that https:\/\/host\.example\/monitor \(checks:url\) is right$/,
    );
    expect(at("https://host.example/api/v3")).toContain(
      "https://host.example/api/v3 (checks:url; leave out /api/v3)",
    );
    expect(at("https://host.example/monitor/api/v3/checks/")).toContain(
      "https://host.example/monitor/api/v3/checks (checks:url; leave out /api/v3/checks)",
    );
    expect(at("https://host.example/api-v4")).toContain("(checks:url; leave out /api-v4)");
    const page = said(unanswered("ERR_PAGE"), { ...connection, url: "https://host.example/wiki" });
    expect(page).toContain("Check that https://host.example/wiki (checks:url) is right, then run again");
  });

  it("tells what to leave out of an address also where the service has words for a path that it does not know", () => {
    const at = (url: string) =>
      said(answered(404, '{"error": {"statusCode": 404, "message": "no method"}}'), { ...connection, url });
    expect(at("https://host.example")).toMatch(/ answered 404 \(the service said: no method\)$/);
    expect(at("https://host.example/api")).toMatch(
      / \(the service said: no method\)\. If this should exist, .*\(checks:url; leave out \/api\) is right$/,
    );
  });

  it("names the field that makes a request too large", () => {
    const tooLarge = (status: number, desc: string, words = "") => {
      const error = answered(status, words);
      const data = JSON.stringify({ slug: "backup", desc });
      return said(Object.assign(error, { config: { ...error.config, data } }));
    };
    const long = "x".repeat(3_000_000);
    expect(tooLarge(413, long, "<h1>413</h1>")).toBe(
      "reading the check: the service answered 413, which means that the request is too large. Shorten it: desc is the largest part of it, with 2930 kB of 2930 kB",
    );
    expect(tooLarge(400, long)).toContain(
      "answered 400, perhaps because the request is too large. Shorten it: desc",
    );
    expect(tooLarge(400, "short", '{"error": "no"}')).toBe(
      "reading the check: the service answered 400 (the service said: no)",
    );
  });

  it.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
    "says where the certificate of an authority of one's own goes: %s",
    (code) => {
      expect(said(unanswered(code))).toBe(
        `reading the check: the service's certificate comes from an authority that this machine does not know (${code}). ` +
          "If the authority is your own, or that of a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to the file with its certificate, then run again",
      );
    },
  );

  it.each([
    ["EPROTO", "write EPROTO 40A7:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tlsv13 alert certificate required"],
  ])("tells a refused handshake from what is no TLS: %s", (code, message) => {
    expect(plainReason(new AxiosError(message, code))).toContain("refused the TLS handshake");
    expect(plainReason(unanswered("EPROTO"))).toContain("does not speak TLS");
  });

  it.each([
    ["CERT_HAS_EXPIRED", "has expired"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another host name"],
  ])("says what is wrong with a certificate that no setting mends: %s", (code, what) => {
    expect(said(unanswered(code))).toBe(
      `reading the check: the service's certificate ${what}. ` +
        "Check that https://checks.example.com (checks:url) is right and reachable, then run again",
    );
  });

  it("carries the status for those who must tell answers apart", () => {
    expect(new ServiceError("x", connection, answered(404)).status).toBe(404);
    expect(new ServiceError("x", connection, unanswered("ECONNRESET")).status).toBeUndefined();
  });

  it.each([
    [400, BadRequest],
    [401, Unauthorized],
    [403, Forbidden],
    [404, NotFound],
    [409, Conflict],
    [429, Limited],
    [500, OutOfOrder],
    [503, OutOfOrder],
    [302, ServiceError],
    [422, ServiceError],
    [undefined, Unreachable],
  ])("is, for the status %s, of the class that callers look for", (status, expected) => {
    const failed = status === undefined ? unanswered("ECONNRESET") : answered(status);
    const error = serviceError("x", connection, failed);
    expect(error.constructor).toBe(expected);
    expect(error).toBeInstanceOf(ServiceError);
    expect([error.status, error.message]).toEqual([
      status,
      new ServiceError("x", connection, failed).message,
    ]);
  });

  it.each([401, 403])("blames no key for a page with the status %d: the service sends none", (status) => {
    const page = answered(status, "<!doctype html><h1>Blocked</h1>");
    expect(said(page)).toBe(
      `reading the check: the service answered ${status} with a page of HTML, which the service itself never sends: something in front` +
        " of it refused this. " +
        "Ask whoever runs https://checks.example.com/PATH (checks:url); this says nothing about the key",
    );
    expect(serviceError("x", connection, page)).not.toBeInstanceOf(Refused);
  });

  it.each([401, 403])("is a refusal of the key, for the status %d", (status) => {
    expect(serviceError("x", connection, answered(status))).toBeInstanceOf(Refused);
  });
});
