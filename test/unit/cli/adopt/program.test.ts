import fc from "fast-check";
import type { LiveCheck } from "../../../../cli/adopt/args";
import { attachedChannelIds } from "../../../../cli/adopt/args";
import { type Choices, planAdoption } from "../../../../cli/adopt/plan";
import { programFiles } from "../../../../cli/adopt/program";
import { validate } from "../../../../provider/core/validation";
import { differingFields, toWire } from "../../../../provider/core/wire";
import { check as checkResource } from "../../../../provider/monitor/check/check";
import { checkFields } from "../../../../provider/monitor/check/checkFields";
import { arbitraryProject, CHANNELS, liveCheck, uuid } from "../../../support/cli/adopt/serviceChecks";
import { declaredBy } from "../../../support/generatedProgram";

jest.setTimeout(60_000);

const ALL: Choices = { tags: [], slugs: [], channels: "names" };
const layouts = fc.constantFrom("one-file", "per-tag" as const);

const generated = (checks: LiveCheck[], layout: "one-file" | "per-tag" = "one-file", choices = ALL) => {
  const plan = planAdoption({ checks, channels: CHANNELS, live: true }, choices);
  return {
    plan,
    files: programFiles(plan.adoptions, layout, {
      ...choices,
      terraform: false,
      offline: false,
    }),
  };
};

const SOME = [
  liveCheck(uuid(3), {
    slug: "nightly-backup",
    name: "Nightly backup",
    tags: "prod db",
    schedule: "30 2 * * *",
    tz: "Europe/Riga",
    grace: 7200,
    channels: `${uuid(0xc1)},${uuid(0xc0)}`,
  }),
  liveCheck(uuid(2), { name: 'Say "hi" ${x} `y`', desc: "one\ntwo\u202e 🦑", timeout: 5400, grace: 61 }),
  liveCheck(uuid(1), { slug: "plain" }),
];

describe("the program", () => {
  it("says of each check what is not the default, and nothing else", () => {
    expect(generated(SOME).files).toEqual([
      {
        path: "index.ts",
        text: `\
// Made by \`pulumi-checks adopt\`, by this command:
//   pulumi-checks adopt apply --out FOLDER
// The checks exist: the first \`pulumi up\` takes them over. From then on this program says what they are: edit it.
// A check that is taken out of it is deleted on the service, with its history.
// After the first \`pulumi up\` the lines with \`adopt\` have done their work and can go.
import { Check, hours, minutes } from "pulumi-checks";

new Check("nightly-backup", {
  slug: "nightly-backup",
  name: "Nightly backup",
  tags: ["prod", "db"],
  grace: hours(2),
  schedule: "30 2 * * *",
  tz: "Europe/Riga",
  channels: ["Ops mail", "Pager 🦑"],
});

new Check("plain", {
  slug: "plain",
});

new Check("say-hi-x-y", {
  slug: "say-hi-x-y",
  name: "Say \\"hi\\" \${x} \`y\`",
  desc: "one\\ntwo\\u202e 🦑",
  timeout: minutes(90),
  grace: 61,
  adopt: "${uuid(2)}",
});
`,
      },
    ]);
  });

  it("has a file for each tag when asked, and one for what has none", () => {
    const tagged = [liveCheck(uuid(4), { slug: "site", tags: "prod Prod 網" }), ...SOME];
    const { files } = generated([...tagged, liveCheck(uuid(5), { slug: "x", tags: "網" })], "per-tag", {
      ...ALL,
      channels: "leave",
    });
    expect(files.map(({ path }) => path)).toEqual([
      "index.ts",
      "checks/db.ts",
      "checks/prod.ts",
      "checks/tag-a2247c26.ts",
      "checks/untagged.ts",
    ]);
    expect(files[0]?.text).toBe(`\
// Made by \`pulumi-checks adopt\`, by this command:
//   pulumi-checks adopt apply --out FOLDER --channels leave --per-tag
// The checks exist: the first \`pulumi up\` takes them over. From then on this program says what they are: edit it.
// A check that is taken out of it is deleted on the service, with its history.
import "./checks/db";
import "./checks/prod";
import "./checks/tag-a2247c26";
import "./checks/untagged";
`);
    expect(declaredBy(files).map(([name]) => name)).toEqual([
      "nightly-backup",
      "site",
      "x",
      "plain",
      "say-hi-x-y",
    ]);
  });

  it("gives a tag whose file's name is taken one of its own", () => {
    const checks = ["Prod", "prod", "untagged", ""].map((tags, n) =>
      liveCheck(uuid(n), { slug: `s${n}`, tags }),
    );
    const paths = generated(checks, "per-tag").files.map(({ path }) => path);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(5);
    expect(paths).toContain("checks/untagged.ts");
  });

  it("breaks a list that is too long for a line", () => {
    const tags = ["a".repeat(40), "b".repeat(40)];
    const { files } = generated([liveCheck(uuid(1), { slug: "a", tags: tags.join(" ") })]);
    expect(files[0]?.text).toContain(`  tags: [\n    "${tags[0]}",\n    "${tags[1]}",\n  ],\n`);
  });

  it("tells the command that made it, whatever a tag holds", () => {
    const tag = "*/\u202e`x`$HOME'";
    const { files } = generated([liveCheck(uuid(1), { slug: "a", tags: tag })], "one-file", {
      ...ALL,
      project: "beta",
      tags: [tag],
      slugs: ["a"],
    });
    expect(files[0]?.text.split("\n")[1]).toBe(
      "//   pulumi-checks adopt apply --out FOLDER --project beta --tag '*/\\u202e`x`$HOME'\\''' --slug a",
    );
    expect(declaredBy(files)).toHaveLength(1);
  });

  it("is nothing when there is nothing to adopt", () => {
    expect(generated([]).files).toEqual([]);
  });
});

describe("for any checks that a service may have, the program", () => {
  it("declares what the plan says, and its first write changes what the plan says: at most a slug", () => {
    fc.assert(
      fc.property(arbitraryProject(12), layouts, (checks, layout) => {
        const { plan, files } = generated(checks, layout);
        const declared = new Map(declaredBy(files));
        expect(declared.size).toBe(plan.adoptions.length);
        expect(plan.adoptions.length + plan.leftOut.length).toBe(checks.length);
        for (const { resource, uuid, args, changes } of plan.adoptions) {
          expect(declared.get(resource)).toEqual(args);
          const live = checks.find((check) => check.uuid === uuid) as LiveCheck;
          const { inputs, problems } = validate(checkResource, declared.get(resource) ?? {});
          expect(problems).toEqual([]);
          const ids = (args.channels as string[] | undefined)?.map(idOf);
          expect(ids === undefined ? [] : [...ids].sort()).toEqual(attachedChannelIds(live).sort());
          const body = toWire(checkFields, { ...inputs, ...(ids && { channels: ids }) });
          const changed = differingFields(checkFields, body, live);
          expect(changed).toEqual(live.slug === args.slug ? [] : ["slug"]);
          expect(changes?.map(({ field }) => field)).toEqual(changed);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is the same bytes in whatever order the service lists them, and shows all there is", () => {
    fc.assert(
      fc.property(arbitraryProject(10), layouts, fc.infiniteStream(fc.nat()), (checks, layout, random) => {
        const ranks = new Map(checks.map((check) => [check, random.next().value as number]));
        const shuffled = [...checks].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
        const { files } = generated(checks, layout);
        expect(generated(shuffled, layout).files).toEqual(files);
        for (const { text } of files) expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\r\t]/u);
        for (const { text } of files) expect(text).not.toContain("ping.example.com");
      }),
      { numRuns: 60 },
    );
  });
});

/** As the provider resolves it. */
function idOf(spelled: string): string {
  const named = CHANNELS.filter(({ name }) => name === spelled);
  if (CHANNELS.some(({ id }) => id === spelled)) return spelled;
  expect(named).toHaveLength(1);
  return named[0]?.id ?? "";
}
