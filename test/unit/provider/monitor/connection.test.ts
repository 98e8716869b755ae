import { ChecksError } from "../../../../provider/core/errors";
import { connect, type ProjectConnection, projectsWithKey } from "../../../../provider/monitor/connection";
import { readSettings } from "../../../../provider/monitor/settings";

type Config = Record<string, string>;

const USUAL: Config = { "checks:url": "https://one.example.com", "checks:apiKey": "KEY" };
const NAMED: Config = {
  ...USUAL,
  "checks:projects": JSON.stringify({
    eu: { apiKey: "EUKEY", url: "https://eu.example.com/" },
    us: { apiKey: "USKEY" },
    keyless: { url: "https://keyless.example.com" },
  }),
};

const connected = (config: Config, name?: string, environment: NodeJS.ProcessEnv = {}): ProjectConnection =>
  connect(
    readSettings((key) => config[key], {}),
    name,
    environment,
  );

function refusal(config: Config, name?: string, environment: NodeJS.ProcessEnv = {}): string {
  try {
    connected(config, name, environment);
  } catch (error) {
    if (error instanceof ChecksError) return error.message;
    throw error;
  }
  throw new Error("a connection was made");
}

describe("the connection to the default project", () => {
  it("has the address, the key and the limits of the settings", () => {
    expect(connected({ ...USUAL, "checks:requestsPerMinute": "90" })).toMatchObject({
      project: "default",
      url: "https://one.example.com",
      apiKey: "KEY",
      allowHttp: false,
      requestsPerMinute: 90,
      concurrency: 8,
      timeoutSeconds: 30,
      deadlineSeconds: 180,
    });
  });

  it.each([
    ["https://one.example.com/", "https://one.example.com"],
    ["https://one.example.com//", "https://one.example.com"],
    ["https://one.example.com/monitor/", "https://one.example.com/monitor"],
  ])("takes the address %s with its last slash off", (given, url) => {
    expect(connected({ ...USUAL, "checks:url": given }).url).toBe(url);
  });

  it("says how to set an address that is missing, with the hosted service's as an example only", () => {
    expect(refusal({ "checks:apiKey": "KEY" })).toBe(
      "configuration: checks:url: the address of the monitoring service is not set. Set it with `pulumi config set checks:url ADDRESS` or CHECKS_URL; ADDRESS is for example https://healthchecks.io for the hosted service",
    );
  });

  it("says how to set both where both are missing", () => {
    expect(refusal({})).toBe(
      "configuration: checks:url: the address of the monitoring service is not set. Set it with `pulumi config set checks:url ADDRESS` or CHECKS_URL; ADDRESS is for example https://healthchecks.io for the hosted service. The API key is not set either: set it with `pulumi config set --secret checks:apiKey` or CHECKS_API_KEY",
    );
  });

  it("names the projects that have a key where only the one without a name has none", () => {
    const projects = '{"billing": {"apiKey": "KEY", "url": "https://one.example.com"}, "keyless": {}}';
    const environment = { CHECKS_PROJECTS_PLATFORM_API_KEY: "KEY" };
    const usual = { "checks:url": "https://one.example.com", "checks:projects": projects };
    expect(refusal(usual, undefined, environment)).toBe(
      "configuration: checks:apiKey: the API key is not set. Set it with `pulumi config set --secret checks:apiKey` or CHECKS_API_KEY; the project's settings page shows its keys. Or name with `project` one that has a key: billing, platform",
    );
    expect(refusal({ "checks:projects": projects })).toMatch(
      /The API key is not set either: .* or CHECKS_API_KEY\. Or name with `project` one that has a key: billing$/,
    );
    expect(refusal(usual, "keyless", environment)).not.toContain("billing");
  });

  it("says how to set a key that is missing", () => {
    expect(refusal({ "checks:url": "https://one.example.com" })).toBe(
      "configuration: checks:apiKey: the API key is not set. Set it with `pulumi config set --secret checks:apiKey` or CHECKS_API_KEY; the project's settings page shows its keys",
    );
  });
});

describe("the connection to a named project", () => {
  it("has the project's own address and key", () => {
    expect(connected(NAMED, "eu")).toMatchObject({
      project: "eu",
      url: "https://eu.example.com",
      apiKey: "EUKEY",
    });
  });

  it("is refused with its own setting where its own address is wrong", () => {
    const projects = '{"eu": {"apiKey": "EUKEY", "url": "http://eu.example.com"}}';
    expect(refusal({ ...USUAL, "checks:projects": projects }, "eu")).toBe(
      "configuration: checks:projects.eu.url: http:// would send the API key unencrypted to another machine. Use https://, or set checks:allowHttp to true if the network is private",
    );
    expect(connected(NAMED, "eu").addressSetting).toBe("checks:projects.eu.url");
    expect(connected(NAMED, "us").addressSetting).toBe("checks:url");
  });

  it("shares the default address when it has none of its own, and never the default key", () => {
    expect(connected(NAMED, "us")).toMatchObject({ url: "https://one.example.com", apiKey: "USKEY" });
    expect(refusal(NAMED, "keyless")).toBe(
      "configuration: checks:projects.keyless.apiKey: the API key is not set. Set it with `pulumi config set --secret --path checks:projects.keyless.apiKey` or CHECKS_PROJECTS_KEYLESS_API_KEY; the project's settings page shows its keys",
    );
  });

  it("is taken from the environment first", () => {
    const environment = {
      CHECKS_PROJECTS_EU_API_KEY: "NEW",
      CHECKS_PROJECTS_EU_URL: "https://new.example.com",
    };
    expect(connected(NAMED, "eu", environment)).toMatchObject({
      url: "https://new.example.com",
      apiKey: "NEW",
    });
    for (const blank of ["", " \n"]) {
      const unset = { CHECKS_PROJECTS_EU_API_KEY: blank, CHECKS_PROJECTS_EU_URL: blank };
      expect(connected(NAMED, "eu", unset)).toEqual(connected(NAMED, "eu"));
    }
  });

  it("can live in the environment alone, under its name in capitals", () => {
    expect(connected(USUAL, "team-a.eu", { CHECKS_PROJECTS_TEAM_A_EU_API_KEY: "A" })).toMatchObject({
      project: "team-a.eu",
      url: "https://one.example.com",
      apiKey: "A",
    });
  });

  it.each([
    ["eu-west", "eu_west", "CHECKS_PROJECTS_EU_WEST"],
    ["eu_west", "eu-west", "CHECKS_PROJECTS_EU_WEST"],
    ["Eu", "eu", "CHECKS_PROJECTS_EU"],
    ["日本", "中国", "CHECKS_PROJECTS___"],
  ])("is refused where the environment means %s or %s", (name, other, variables) => {
    const projects = JSON.stringify({ [name]: { apiKey: "ONE" }, [other]: { apiKey: "OTHER" } });
    const config = { ...USUAL, "checks:projects": projects };
    expect(connected(config, name).apiKey).toBe("ONE");
    for (const [variable, value] of [
      [`${variables}_API_KEY`, "NEW"],
      [`${variables}_URL`, "https://new.example.com"],
    ] as const) {
      expect(refusal(config, name, { [variable]: value })).toBe(
        `configuration: ${variable}: the projects ${JSON.stringify(name)} and ${JSON.stringify(other)} both use this variable. Set it in checks:projects and remove the variable, or rename one of the two`,
      );
    }
  });

  it("is refused when nobody configured it, with the names that there are", () => {
    expect(refusal(NAMED, "asia")).toBe(
      'configuration: checks:projects: there is no project named "asia"; the projects are eu, us, keyless. Set its key with `pulumi config set --secret --path checks:projects.asia.apiKey` or CHECKS_PROJECTS_ASIA_API_KEY',
    );
    expect(refusal(USUAL, "asia")).toContain("none is configured");
    expect(refusal(USUAL, "team-a.eu")).toContain("--path 'checks:projects[\"team-a.eu\"].apiKey'`");
    expect(refusal(USUAL, "bob's")).toContain("--path 'checks:projects[\"bob'\\''s\"].apiKey'`");
    expect(refusal(USUAL, "constructor")).toContain("none is configured");
  });

  it("is refused when the environment has a wrong address or key for it, without saying which", () => {
    const wrongUrl = refusal(NAMED, "eu", { CHECKS_PROJECTS_EU_URL: "SECRET.example.com" });
    expect(wrongUrl).toContain("configuration: CHECKS_PROJECTS_EU_URL: must be an http(s) address");
    expect(wrongUrl).not.toContain("SECRET");
    const wrongKey = refusal(NAMED, "eu", { CHECKS_PROJECTS_EU_API_KEY: "SECRET\nKEY" });
    expect(wrongKey).toContain("configuration: CHECKS_PROJECTS_EU_API_KEY: must consist of");
    expect(wrongKey).not.toContain("SECRET");
  });
});

describe("http:// in clear text", () => {
  const over = (url: string, more: Config = {}) => ({ ...USUAL, "checks:url": url, ...more });

  it.each([
    "http://127.0.0.1:8000",
    "http://localhost:8000",
    "http://[::1]:8000",
    "http://127.8.9.10",
    "http://127.1",
  ])("is fine to this machine: %s", (url) => {
    expect(connected(over(url)).url).toBe(url);
  });

  it.each([
    "http://one.example.com",
    "http://10.0.0.1",
    "http://0.0.0.0",
    "http://127.0.0.1.example.com",
    "http://127.example.com",
    "http://localhost.example.com",
    "http://[::ffff:10.0.0.1]",
    "HTTP://one.example.com",
  ])("is refused to another machine: %s", (url) => {
    expect(refusal(over(url))).toBe(
      "configuration: checks:url: http:// would send the API key unencrypted to another machine. Use https://, or set checks:allowHttp to true if the network is private",
    );
  });

  it("is allowed when the user says so, and with https:// anywhere", () => {
    expect(connected(over("http://10.0.0.1", { "checks:allowHttp": "true" })).url).toBe("http://10.0.0.1");
    expect(connected(over("https://127.example.com")).url).toBe("https://127.example.com");
  });

  it("is refused to a named project's machine too", () => {
    const projects = JSON.stringify({ eu: { apiKey: "E", url: "http://eu.example.com" } });
    expect(refusal({ ...USUAL, "checks:projects": projects }, "eu")).toContain("unencrypted");
    const environment = { CHECKS_PROJECTS_EU_URL: "http://eu.example.com" };
    expect(refusal(NAMED, "eu", environment)).toContain("unencrypted");
  });
});

it("names the variable that gave an address, because that is where to correct it", () => {
  const open = { CHECKS_URL: "http://10.0.0.1", CHECKS_ALLOW_HTTP: "false" };
  const bothFrom = (environment: NodeJS.ProcessEnv) => () =>
    connect(
      readSettings((key) => NAMED[key], environment),
      undefined,
      environment,
    );
  expect(bothFrom(open)).toThrow(
    "configuration: CHECKS_URL: http:// would send the API key unencrypted to another machine. Use https://, or set CHECKS_ALLOW_HTTP to true",
  );
  expect(bothFrom({ CHECKS_URL: " https://two.example.com\n" })().addressSetting).toBe("CHECKS_URL");
  expect(bothFrom({ CHECKS_URL: " " })().addressSetting).toBe("checks:url");
  const environment = {
    CHECKS_PROJECTS_EU_URL: "https://two.example.com",
    CHECKS_URL: "https://one.example.com",
  };
  expect(connected(NAMED, "eu", environment).addressSetting).toBe("CHECKS_PROJECTS_EU_URL");
  expect(connected(NAMED, "us", environment).addressSetting).toBe("CHECKS_URL");
  expect(connected(NAMED, "keyless", { CHECKS_PROJECTS_KEYLESS_API_KEY: "K" }).addressSetting).toBe(
    "checks:projects.keyless.url",
  );
});

it.each([
  [undefined, "checks:apiKey or CHECKS_API_KEY"],
  ["eu", "checks:projects.eu.apiKey or CHECKS_PROJECTS_EU_API_KEY"],
])("a 403 about a check of another project says where the key of this one is set: %s", (name, place) => {
  const { refusals } = connected(NAMED, name);
  expect(refusals[403]?.remedy).toMatch(new RegExp(`check's own project in ${place}$`));
  expect(refusals[403]?.remedyOfRead).toMatch(
    new RegExp(`\\(a read-only key is enough for reading\\) in ${place}$`),
  );
});

describe("the settings of an explicit provider, whose arguments go before all else", () => {
  const connectedByArguments = (config: Config, name?: string) =>
    connect(
      readSettings((key) => config[key], {}),
      name,
      {},
      "arguments",
    );

  it.each([
    [undefined, "the provider's argument apiKey"],
    ["eu", "the provider's argument projects.eu.apiKey"],
  ])("have the key set among them where the service refuses it: %s", (name, place) => {
    const { refusals, keyPlace } = connectedByArguments(NAMED, name);
    expect(refusals[403]?.remedy).toMatch(new RegExp(`check's own project in ${place}$`));
    expect(refusals[403]?.remedyOfRead).toMatch(
      new RegExp(`\\(a read-only key is enough for reading\\) in ${place}$`),
    );
    expect(keyPlace).toBe(place);
    expect(refusals[401]?.remedy).toMatch(new RegExp(`set a read-write key in ${place}$`));
    expect(refusals[401]?.remedyOfRead).toMatch(
      new RegExp(`set another key of the project \\(a read-only key is enough for reading\\) in ${place}$`),
    );
  });

  it("have the key set among them where there is none", () => {
    expect(() => connectedByArguments({ "checks:url": "https://one.example.com" })).toThrow(
      "configuration: checks:apiKey: the API key is not set. Set it in the provider's argument apiKey; the project's settings page shows its keys",
    );
  });

  it.each([
    [
      "no address",
      {},
      undefined,
      "checks:url: the address of the monitoring service is not set. Set the provider's argument url or CHECKS_URL; it is for example",
    ],
    [
      "an address that is not encrypted",
      { "checks:url": "http://one.example.com", "checks:apiKey": "KEY" },
      undefined,
      "the provider's argument url: http:// would send the API key unencrypted to another machine. Use https://, or set the provider's argument allowHttp to true",
    ],
    [
      "no such project",
      { "checks:url": "https://one.example.com" },
      "north",
      "Set its key in the provider's argument projects.north.apiKey",
    ],
  ])("are named as arguments where there is %s", (_what, config: Config, name, said) => {
    expect(() => connectedByArguments(config, name)).toThrow(said);
  });
});

describe("the projects that have a key", () => {
  const found = (config: Config, environment: NodeJS.ProcessEnv = {}) =>
    projectsWithKey(
      readSettings((key) => config[key], {}),
      environment,
    );

  it("are the one without a name and those under checks:projects, as far as they have one", () => {
    expect(found(NAMED)).toEqual([undefined, "eu", "us"]);
    expect(found({ "checks:url": "https://one.example.com" })).toEqual([]);
  });

  it("are also those whose key is in the environment, each once and by the name that is known", () => {
    const environment = {
      CHECKS_PROJECTS_KEYLESS_API_KEY: "KEY",
      CHECKS_PROJECTS_EU_API_KEY: "KEY",
      CHECKS_PROJECTS_NORTH_1_API_KEY: "KEY",
      CHECKS_PROJECTS_EMPTY_API_KEY: "",
      CHECKS_PROJECTS_SOUTH_URL: "https://south.example.com",
    };
    expect(found(NAMED, environment)).toEqual([undefined, "eu", "us", "keyless", "north_1"]);
    expect(connected(USUAL, "north_1", environment).apiKey).toBe("KEY");
  });
});
