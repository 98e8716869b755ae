import { ChecksError } from "../../../../provider/core/errors";
import { environmentName } from "../../../../provider/core/settings";
import {
  channelsFor,
  checkDefaultsOf,
  readSettings,
  type Settings,
  settingFields,
} from "../../../../provider/monitor/settings";

const read = (config: Record<string, string>, environment: NodeJS.ProcessEnv = {}): Settings =>
  readSettings((key) => config[key], environment);

/** The message with which these settings are refused. */
function refusal(config: Record<string, string>, environment: NodeJS.ProcessEnv = {}): string {
  try {
    read(config, environment);
  } catch (error) {
    if (error instanceof ChecksError) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

describe("settings", () => {
  it("have defaults, and no address or key of their own", () => {
    expect(read({})).toEqual({
      projects: {},
      stamp: false,
      onExisting: "adopt",
      host: "dynamic",
      allowHttp: false,
      concurrency: 8,
      timeoutSeconds: 30,
      deadlineSeconds: 180,
    });
  });

  it("take a name that begins with a bracket for a name, and what is meant as JSON for that", () => {
    expect(read({ "checks:defaultChannels": "[Ops] Pager, {mail}s" })).toMatchObject({
      defaultChannels: ["[Ops] Pager", "{mail}s"],
    });
    for (const broken of ['["prod",', "[prod, db]", '{"prod"}'])
      expect(refusal({ "checks:defaultTags": broken })).toContain("checks:defaultTags: must be a list");
  });

  it("know no project by the name of the one that has none", () => {
    expect(refusal({ "checks:projects": '{"default": {"apiKey": "k"}}' })).toContain(
      "checks:projects: default: is the name of the default project; set its key in checks:apiKey",
    );
  });

  it("name nothing of a project that there is not", () => {
    expect(refusal({ "checks:projects": '{"eu": {"apikey": "S3CRET", "grace": 60}}' })).toBe(
      "configuration: checks:projects: eu: there is no such setting as apikey and grace; the settings of a project are apiKey, url, defaultTags, defaultChannels, channelsByTag, defaultGrace. Correct it with `pulumi config set checks:projects`",
    );
    expect(refusal({ "checks:projects": '{"eu": "S3CRET"}' })).not.toContain("S3CRET");
  });

  it("say in plain words what is no project, and what is no map of projects", () => {
    const corrected = "Correct it with `pulumi config set checks:projects`";
    for (const one of ['"S3CRET"', "5", "null", "[]"])
      expect(refusal({ "checks:projects": `{"eu": ${one}}` })).toBe(
        `configuration: checks:projects: eu: must be a map of settings, such as {"apiKey": "…"}. ${corrected}`,
      );
    for (const all of ["S3CRET", "5", "null", '["S3CRET"]', '{"eu": {"apiKey": "S3CRET"}'])
      expect(refusal({ "checks:projects": all })).toBe(
        `configuration: checks:projects: must be a map of projects, such as {"billing": {"apiKey": "…"}}. ${corrected}`,
      );
  });

  it("say of a map that it is no key and no list: a path has made it of what was meant", () => {
    const key = (setting: string) =>
      `configuration: checks:${setting}: must be one key, not a map or a list. Correct it with`;
    for (const one of ['{"eu": "S3CRET"}', '["S3CRET"]'])
      expect(refusal({ "checks:apiKey": one })).toBe(
        `${key("apiKey")} \`pulumi config set --secret checks:apiKey\``,
      );
    expect(refusal({ "checks:projects": '{"eu": {"apiKey": "{\\"a\\": 1}"}}' })).toContain(
      "checks:projects: eu: apiKey: must be one key",
    );
    expect(read({ "checks:apiKey": "{[brackets" }).apiKey).toBe("{[brackets");
    const list = "must be a list, not a map; in a path `[0]` makes a list, and `.0` a map";
    for (const setting of ["defaultTags", "defaultChannels"])
      expect(refusal({ [`checks:${setting}`]: '{"0": "S3CRET"}' })).toBe(
        `configuration: checks:${setting}: ${list}. Correct it with \`pulumi config set checks:${setting}\``,
      );
    for (const [setting, place] of Object.entries({ channelsByTag: "db", projects: "eu: defaultTags" })) {
      const value = setting === "projects" ? { eu: { defaultTags: { 0: "a" } } } : { db: { 0: "Pager" } };
      expect(refusal({ [`checks:${setting}`]: JSON.stringify(value) })).toContain(
        `configuration: checks:${setting}: ${place}: ${list}`,
      );
    }
  });

  it("are not set where they are empty, and an address is one without the line break of the file it comes from", () => {
    expect(read({ "checks:url": "", "checks:concurrency": "" })).toEqual(read({}));
    expect(read({ "checks:url": " https://monitoring.example.com\n" }).url).toBe(
      "https://monitoring.example.com",
    );
  });

  it("are numbers from the least to the most that is said, and both of these", () => {
    for (const bound of ["1", "64"])
      expect(read({ "checks:concurrency": bound }).concurrency).toBe(Number(bound));
    for (const none of ["0", "65", "1.5", "two"])
      expect(refusal({ "checks:concurrency": none })).toContain("must be a whole number of requests");
  });

  it("come from the stack's configuration", () => {
    const config = {
      "checks:url": "https://monitoring.example.com",
      "checks:apiKey": "k".repeat(32),
      "checks:projects": '{"eu": {"apiKey": "e", "url": "https://eu.example.com"}, "us": {"apiKey": "u"}}',
      "checks:defaultTags": '["prod", "db"]',
      "checks:defaultChannels": "*",
      "checks:stamp": "true",
      "checks:onExisting": "adoptUnchanged",
      "checks:host": "plugin",
      "checks:allowHttp": "true",
      "checks:requestsPerMinute": "100",
      "checks:concurrency": "2",
      "checks:timeoutSeconds": "5",
      "checks:deadlineSeconds": "60",
    };
    expect(read(config)).toEqual({
      url: "https://monitoring.example.com",
      apiKey: "k".repeat(32),
      projects: { eu: { apiKey: "e", url: "https://eu.example.com" }, us: { apiKey: "u" } },
      defaultTags: ["prod", "db"],
      defaultChannels: "*",
      stamp: true,
      onExisting: "adoptUnchanged",
      host: "plugin",
      allowHttp: true,
      requestsPerMinute: 100,
      concurrency: 2,
      timeoutSeconds: 5,
      deadlineSeconds: 60,
    });
  });

  it.each([
    ["url", "CHECKS_URL", "https://env.example.com", "https://env.example.com"],
    ["formerUrl", "CHECKS_FORMER_URL", "https://env.example.com", "https://env.example.com"],
    ["apiKey", "CHECKS_API_KEY", "e", "e"],
    ["allowHttp", "CHECKS_ALLOW_HTTP", "true", true],
    ["defaultTags", "CHECKS_DEFAULT_TAGS", "prod  db", ["prod", "db"]],
    ["defaultChannels", "CHECKS_DEFAULT_CHANNELS", "Pager, Ops mail", ["Pager", "Ops mail"]],
    ["defaultGrace", "CHECKS_DEFAULT_GRACE", "10m", 600],
    ["defaultGrace", "CHECKS_DEFAULT_GRACE", "600", 600],
    [
      "channelsByTag",
      "CHECKS_CHANNELS_BY_TAG",
      '{"db": "Pager, Ops mail", "web": ["Chat"], "all": "*"}',
      { db: ["Pager", "Ops mail"], web: ["Chat"], all: "*" },
    ],
    ["stamp", "CHECKS_STAMP", "true", true],
    ["onExisting", "CHECKS_ON_EXISTING", "fail", "fail"],
    ["host", "CHECKS_HOST", "plugin", "plugin"],
    ["requestsPerMinute", "CHECKS_REQUESTS_PER_MINUTE", "7", 7],
    ["concurrency", "CHECKS_CONCURRENCY", "7", 7],
    ["timeoutSeconds", "CHECKS_TIMEOUT_SECONDS", "7", 7],
    ["deadlineSeconds", "CHECKS_DEADLINE_SECONDS", "7", 7],
  ])(
    "%s is taken from %s before the configuration, so that a rotated key is used",
    (key, variable, given, value) => {
      const others = {
        url: "https://old.example.com",
        formerUrl: "https://old.example.com",
        allowHttp: "false",
        stamp: "false",
        onExisting: "adopt",
        host: "dynamic",
        defaultGrace: "5m",
        channelsByTag: "{}",
      };
      const configured = (others as Record<string, string>)[key] ?? "3";
      expect(environmentName(key)).toBe(variable);
      expect(read({ [`checks:${key}`]: configured }, { [variable]: given })).toMatchObject({ [key]: value });
      const old = read({ [`checks:${key}`]: configured });
      expect(read({ [`checks:${key}`]: configured }, { [variable]: "" })).toEqual(old);
      expect(old).not.toMatchObject({ [key]: value });
    },
  );

  it("all have an environment variable but the projects, which have theirs by name", () => {
    const tested = [
      "url",
      "formerUrl",
      "apiKey",
      "allowHttp",
      "requestsPerMinute",
      "concurrency",
      "stamp",
      "onExisting",
      "host",
    ];
    const rest = [
      ...["defaultTags", "defaultChannels", "channelsByTag", "defaultGrace"],
      ...["timeoutSeconds", "deadlineSeconds", "projects"],
    ];
    expect(Object.keys(settingFields).sort()).toEqual([...tested, ...rest].sort());
    expect(read({}, { CHECKS_PROJECTS: '{"eu": {"apiKey": "e"}}' }).projects).toEqual({});
  });
});

describe("lengths of time", () => {
  it.each([
    ["30", 30],
    [" 30\n", 30],
    ["30s", 30],
    ["1m30s", 90],
    ["PT5M", 300],
  ])("may be given as %j", (given, seconds) => {
    expect(read({ "checks:timeoutSeconds": given }).timeoutSeconds).toBe(seconds);
    expect(read({}, { CHECKS_DEADLINE_SECONDS: given }).deadlineSeconds).toBe(seconds);
  });
});

describe("defaults of checks", () => {
  it.each<[string, unknown]>([
    ["[]", []],
    ['[" Pager"]', [" Pager"]],
    ["Ops mail", ["Ops mail"]],
    [" * ", "*"],
    ['["*"]', ["*"]],
  ])("channels may be given as %j", (given, channels) => {
    expect(read({ "checks:defaultChannels": given }).defaultChannels).toEqual(channels);
  });

  it("are those of the project where it has its own, even if that is none", () => {
    const settings = read({
      "checks:defaultTags": "prod",
      "checks:defaultChannels": "Pager",
      "checks:projects": '{"eu": {"defaultTags": ["eu"], "defaultChannels": []}, "us": {"apiKey": "u"}}',
    });
    expect(checkDefaultsOf(settings)).toEqual({ tags: ["prod"], channels: ["Pager"] });
    expect(checkDefaultsOf(settings, "us")).toEqual({ tags: ["prod"], channels: ["Pager"] });
    expect(checkDefaultsOf(settings, "constructor")).toEqual({ tags: ["prod"], channels: ["Pager"] });
    expect(checkDefaultsOf(settings, "eu")).toEqual({ tags: ["eu"], channels: [] });
    expect(checkDefaultsOf(read({}), "eu")).toEqual({ tags: undefined, channels: undefined });
  });

  it("are grace and channels by tag too", () => {
    const settings = read({
      "checks:defaultGrace": "10m",
      "checks:channelsByTag": '{"db": "Pager"}',
      "checks:projects": '{"eu": {"defaultGrace": "1h", "channelsByTag": {}}}',
    });
    expect(checkDefaultsOf(settings)).toEqual({ grace: 600, channelsByTag: { db: ["Pager"] } });
    expect(checkDefaultsOf(settings, "eu")).toEqual({ grace: 3600, channelsByTag: {} });
  });

  it("of channels are those of all tags, or else the default ones", () => {
    const defaults = {
      channels: ["Mail"],
      channelsByTag: { db: ["Pager"], eu: ["Chat", "Pager"], top: "*" },
    } as const;
    expect(channelsFor(defaults, [])).toEqual(["Mail"]);
    expect(channelsFor(defaults, ["web", "constructor"])).toEqual(["Mail"]);
    expect(channelsFor(defaults, ["db"])).toEqual(["Pager"]);
    expect(channelsFor(defaults, ["db", "web", "eu"])).toEqual(["Pager", "Chat"]);
    expect(channelsFor(defaults, ["db", "top"])).toBe("*");
    expect(channelsFor({ channelsByTag: { quiet: [] }, channels: "*" }, ["quiet"])).toEqual([]);
    expect(channelsFor({ channelsByTag: { db: ["Pager"] } }, ["web"])).toBeUndefined();
  });
});

describe("a wrong setting is named, and its value never said", () => {
  it.each([
    ["url", "SECRET.example.com", "must be an http(s) address"],
    ["url", "ftp://SECRET.example.com", "must be an http(s) address"],
    ["url", "https://", "must be an http(s) address"],
    [
      "url",
      "https://example.com/?token=SECRET",
      "must be an address without ? and #, because paths are added to it",
    ],
    ["url", "https://example.com/#SECRET", "must be an address without ? and #"],
    ["allowHttp", "SECRET", "must be true or false"],
    ["allowHttp", "yes", "must be true or false"],
    ["stamp", "SECRET", "must be true or false"],
    ["onExisting", "SECRET", 'must be "adopt", "fail" or "adoptUnchanged"'],
    ["host", "SECRET", 'must be "dynamic" or "plugin"'],
    ["defaultTags", '["a", "SECRET b"]', "1: must not hold a blank"],
    ["defaultTags", `SECRET${"x".repeat(500)}`, "has 506 characters when joined"],
    ["defaultTags", '{"SECRET": 1}', "must be a list, not a map"],
    ["defaultTags", "[SECRET", "must be a list of strings"],
    ["defaultChannels", '["SECRET,b"]', "0: must not hold a comma"],
    ["defaultChannels", "SECRET,,b", "1: must not be empty"],
    ["defaultGrace", "SECRET", "must be a whole number of seconds, 60 to 31536000"],
    ["defaultGrace", "59", "must be a whole number of seconds, 60 to 31536000"],
    ["channelsByTag", '{"db": "SECRET,,b"}', "db: 1: must not be empty"],
    ["channelsByTag", "SECRET", 'must be channels by tag, such as {"db": ["Pager"]}'],
    ["requestsPerMinute", "0", "must be a whole number of requests, 1 to 100000"],
    ["requestsPerMinute", "SECRET", "must be a whole number of requests"],
    ["concurrency", "65", "must be a whole number of requests, 1 to 64"],
    ["concurrency", "1.5", "must be a whole number of requests, 1 to 64"],
    ["timeoutSeconds", "-1", "must be a whole number of seconds, 1 to 3600"],
    ["timeoutSeconds", "2h", "must be a whole number of seconds"],
    ["deadlineSeconds", "86401", "must be a whole number of seconds, 1 to 86400"],
    ["deadlineSeconds", "Infinity", "must be a whole number of seconds"],
  ])("%s: %s", (key, value, reason) => {
    const configured = refusal({ [`checks:${key}`]: value });
    expect(configured).toContain(`configuration: checks:${key}: ${reason}`);
    expect(configured).toContain(`pulumi config set checks:${key}`);
    const variable = environmentName(key);
    const inEnvironment = refusal({}, { [variable]: value });
    expect(inEnvironment).toContain(`configuration: ${variable}: ${reason}`);
    expect(inEnvironment).toContain(`Correct ${variable} in the environment`);
    for (const message of [configured, inEnvironment]) {
      expect(message).not.toContain("SECRET");
      expect(message).not.toContain("\n");
    }
  });

  it.each([
    "SECRET",
    '{"eu": "SECRET"}',
    '{"eu": {"apiKey": 5}}',
    '["SECRET"]',
    '{"eu": {"defaultTags": ["SECRET b"]}}',
    '{"eu": {"url": "SECRET"}}',
    "5",
  ])("projects: %s", (value) => {
    const message = refusal({ "checks:projects": value });
    expect(message).toContain("checks:projects");
    expect(message).not.toContain("SECRET");
    expect(message).not.toContain("\n");
  });

  it.each(["two\nlines", "kéy", "ключ", "tab\tbed", "half \ud800", "nul\0"])(
    "apiKey: %j, which no header can carry",
    (value) => {
      const message = refusal({ "checks:apiKey": value });
      expect(message).toContain("configuration: checks:apiKey: must consist of");
      expect(message).toContain("pulumi config set --secret checks:apiKey");
      expect(message).not.toContain(value);
    },
  );

  it.each([
    ["CHECKS_ALLOW_HTTP", "true", "allowHttp", true],
    ["CHECKS_ON_EXISTING", "fail", "onExisting", "fail"],
    ["CHECKS_DEFAULT_GRACE", "10m", "defaultGrace", 600],
  ])(
    "takes %s=%s with blanks around it, which nobody sees in what would be refused",
    (variable, given, key, value) => {
      expect(read({}, { [variable]: ` ${given}\r\n` })).toMatchObject({ [key]: value });
    },
  );

  it("takes a key with a line break at its end, as files and pipes give it", () => {
    expect(read({ "checks:apiKey": "key\n" }).apiKey).toBe("key");
    expect(read({}, { CHECKS_API_KEY: " key \r\n" }).apiKey).toBe("key");
  });
});
