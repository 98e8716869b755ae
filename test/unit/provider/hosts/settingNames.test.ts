import { unknownSettings } from "../../../../provider/hosts/settingNames";

describe("keys of a stack's configuration that are no settings", () => {
  it("are told with the settings that there are", () => {
    const keys = [
      "checks:stmap",
      "checks:url",
      "checks:projects.ops.apiKey",
      "merchant:profil",
      "merchant:url",
    ];
    expect(unknownSettings(keys, "jobs")).toEqual([
      expect.stringMatching(
        /^checks:stmap: there is no such setting; the settings are url, apiKey, .*\bstamp\b/,
      ),
      expect.stringMatching(/^checks:projects\.ops\.apiKey: there is no such setting; .*\bprojects\b/),
      expect.stringMatching(/^merchant:profil: there is no such setting; the settings are profile, url, /),
    ]);
  });

  it("are not those that are nested, the engine's own, another package's, or the project's where it has such a name", () => {
    const keys = ["checks:merchant", "checks:version", "aws:region", "jobs:checks", "constructor:x"];
    expect(unknownSettings(keys, "jobs")).toEqual([]);
    expect(unknownSettings(["checks:mine", "merchant:mine"], "checks")).toEqual([
      expect.stringContaining("merchant:mine: "),
    ]);
  });
});
