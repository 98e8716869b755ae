import { GRAPH, type Graph, ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { eachWithScene, type Scene } from "../support/scene";

const LIST = "GET /api/v3/checks/";
const CHANNELS = "GET /api/v3/channels/";

/** Previews, and tells how it ended and what it asked the service for. */
async function previewOf(
  { stack, service }: Scene,
  program: Graph,
  environment: Record<string, string> = {},
) {
  stack.declare(program);
  await service.admin.clearRequests();
  const { code, text } = await stack.pulumi(["preview", "--diff"], environment);
  return { code, text, requests: (await service.admin.requests()).byRoute };
}

describe("a preview", () => {
  const scene = eachWithScene(GRAPH, ONE_WRITE);
  const backup: Graph = { checks: { backup: { slug: "backup" } } };
  const previewed = (program: Graph, environment: Record<string, string> = {}) =>
    previewOf(scene, program, environment);

  it("fails with one sentence when nothing is configured", async () => {
    for (const [setting, environment] of Object.entries({
      "checks:url": { CHECKS_URL: "" },
      "checks:apiKey": { CHECKS_API_KEY: "" },
    })) {
      const { code, text, requests } = await previewed(backup, environment);
      expect(code).not.toBe(0);
      expect(text).toContain(setting);
      expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect(requests).toEqual({});
    }
  });

  it("fails when something is new and the key is wrong, or may only read", async () => {
    const { readOnlyKey } = scene.service.emulator.projects.alpha;
    // What the service says of its checks tells what a key may do.
    await scene.service.request("POST", "/checks/", { slug: "by-hand" });
    for (const key of ["0".repeat(32), readOnlyKey]) {
      const { code, text } = await previewed(backup, { CHECKS_API_KEY: key });
      expect(code).not.toBe(0);
      expect(text).toMatch(/key/);
      expect(text).not.toContain(key);
    }
  });

  it("fails when a new or changed check, or an assignment, names a channel that there is not", async () => {
    const unknown: Graph = { checks: { backup: { slug: "backup", channels: ["Pager", "Pagger"] } } };
    const isRefused = async (program: Graph) => {
      const { code, text } = await previewed(program);
      expect(code).not.toBe(0);
      expect(text).toMatch(/backup|team/);
      expect(text).toMatch(/channels\[\d\]: no channel has this name/);
      expect(text).toContain("Ops mail");
    };
    await isRefused(unknown);
    scene.stack.declare(backup);
    await scene.stack.up();
    await isRefused(unknown);
    await isRefused({ ...backup, assignments: { team: { of: "backup", channels: ["Pagger"] } } });
  });
});

onEachHost("a preview", (on) => {
  const scene = eachWithScene(GRAPH, { ...ONE_WRITE, ...on });
  const previewed = (program: Graph) => previewOf(scene, program);

  it("asks for the list once when something is new, for the channels once when some are named, and else for nothing", async () => {
    const { stack } = scene;
    const some = (count: number, args: object = {}) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`job-${n}`, { slug: `job-${n}`, ...args }]),
      );
    const fresh = await previewed({ checks: some(3) });
    expect({ code: fresh.code, requests: fresh.requests }).toEqual({ code: 0, requests: { [LIST]: 1 } });
    const named = { checks: some(3, { channels: ["Pager"] }) };
    const { code, requests } = await previewed(named);
    expect({ code, requests }).toEqual({ code: 0, requests: { [LIST]: 1, [CHANNELS]: 1 } });
    await stack.up();

    const unchanged = await previewed(named);
    expect({ code: unchanged.code, requests: unchanged.requests }).toEqual({ code: 0, requests: {} });
    const changed = await previewed({ checks: some(3, { channels: ["Pager"], grace: 60 }) });
    expect(changed.code).toBe(0);
    expect([{}, { [CHANNELS]: 1 }]).toContainEqual(changed.requests);
    const others = await previewed({ checks: some(3, { channels: ["Ops mail"] }) });
    expect({ code: others.code, requests: others.requests }).toEqual({
      code: 0,
      requests: { [CHANNELS]: 1 },
    });
    const fewer = await previewed({ checks: some(2, { channels: ["Pager"] }) });
    expect({ code: fewer.code, requests: fewer.requests }).toEqual({ code: 0, requests: {} });
  });
});

onEachHost("a preview that changes a check whose assignment gets another name with it", (on) => {
  const scene = eachWithScene({}, on);

  it("knows the assignment again by the UUID of the check, as the up does", async () => {
    const { stack } = scene;
    const declare = (name: string, grace: number) =>
      stack.write(
        "index.js",
        `const { Check, ChannelAssignment } = require("pulumi-checks");
        const check = new Check("${name}", { slug: "backup", grace: ${grace} });
        new ChannelAssignment("${name}-pager", { check: check.uuid, channels: ["Pager"] });`,
      );
    declare("backup", 60);
    await stack.up();
    declare("nightly", 90);
    const { text } = await stack.preview();
    expect(text).toMatch(/~ 1 to update/);
    expect(text).not.toMatch(/to (create|delete|replace)/);
    const up = await stack.up();
    expect(up.text).toMatch(/~ 1 updated/);
    expect(up.text).not.toMatch(/\d (created|deleted|replaced)/);
  });
});

onEachHost("a preview of an assignment to a check that there may not be", (on) => {
  const scene = eachWithScene({}, on);
  const declare = (...program: string[]) =>
    scene.stack.write(
      "index.js",
      `const { Check, ChannelAssignment } = require("pulumi-checks");
      const pulumi = require("@pulumi/pulumi");
      const assign = (slug) => new ChannelAssignment("for " + slug, { check: slug, channels: ["Pager"] });
      ${program.join("\n")}`,
    );

  it("warns where no check has the slug and none of the program gets it, and the up refuses it", async () => {
    const { stack, service } = scene;
    await service.request("POST", "/checks/", { slug: "by-hand" });
    const warning = (slug: string) =>
      `channel assignment of "${slug}": check: no check of this project has this slug, and as far as this preview knows, none of this program gets it, so an up would refuse the assignment. Correct it, or give the check's UUID`;
    declare(
      `assign("backup"); assign("by-hand"); assign("bakcup");`,
      `new Check("backup", { slug: "backup" });`,
    );
    await service.admin.clearRequests();
    const preview = await stack.preview();
    expect(preview.code).toBe(0);
    expect((await service.admin.requests()).byRoute).toEqual({ [LIST]: 1, [CHANNELS]: 1 });
    expect(preview.text).toContain(warning("bakcup"));
    expect(preview.text).not.toContain(warning("backup"));
    expect(preview.text).not.toContain(warning("by-hand"));
    const refused = await stack.tryUp();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain(
      `channel assignment of "bakcup": check: no check of this project has this slug. Correct it`,
    );

    // Which slug a check gets that is made of another one's id is not known before the up.
    declare(
      `const made = new Check("made", { slug: "made" });`,
      `new Check("open", { slug: made.id.apply((id) => "open") });`,
      `assign("open");`,
    );
    expect((await stack.preview()).text).not.toContain("none of this program gets it");
    await stack.up();
    const quiet = await stack.preview("--expect-no-changes");
    expect(quiet.code).toBe(0);
    expect(quiet.text).not.toContain("none of this program gets it");

    // A slug that a check of the program gives up in the same run is nobody's, too.
    declare(
      `const made = new Check("made", { slug: "made" });`,
      `new Check("open", { slug: "renamed" });`,
      `new ChannelAssignment("late", { check: "open", channels: ["Ops mail"] }, { dependsOn: made });`,
    );
    expect((await stack.preview()).text).toContain(warning("open"));
  });

  it("warns of a UUID that no check has, too", async () => {
    const { service, stack } = scene;
    const { uuid } = await service.request("POST", "/checks/", { slug: "by-hand" });
    const gone = await service.request("POST", "/checks/", { slug: "gone" });
    await service.request("DELETE", `/checks/${gone.uuid}`);
    const assign = (name: string, check: unknown) =>
      `new ChannelAssignment("${name}", { check: "${check}", channels: ["Ops mail"] });`;
    declare(assign("there", uuid), assign("gone", gone.uuid));
    const preview = await stack.preview();
    expect(preview.code).toBe(0);
    const told = preview.text.match(/channel assignment of the check with the unique key \w+….*/g) ?? [];
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      /: check: no check of this project has this UUID, so an up would refuse .* otherwise correct/,
    );
    expect((await stack.tryUp()).code).not.toBe(0);
    declare(assign("there", uuid));
    await stack.up();
    await service.admin.clearRequests();
    await stack.preview("--expect-no-changes");
    expect((await service.admin.requests()).total).toBe(0);
  });
});
