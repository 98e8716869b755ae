import type { Values } from "../../../../../provider/core/fields";
import { difference } from "../../../../../provider/core/resource";
import { UNKNOWN } from "../../../../../provider/core/unknown";
import { validate } from "../../../../../provider/core/validation";
import { check } from "../../../../../provider/monitor/check/check";

const inputsOf = (args: Values) => validate(check, { slug: "backup", ...args }).inputs;
const between = (state: Values, args: Values) => difference(check, state, inputsOf(args));
const changed = (state: Values, args: Values) => between(inputsOf(state), args).changed;

describe("the difference between state and program", () => {
  it("is none for the same program", () => {
    const args = { tags: ["a"], schedule: "daily", tz: "Europe/Kiev", channels: ["Pager"], paused: true };
    expect(between(inputsOf(args), args)).toEqual({ changed: [], replaces: [] });
  });

  it.each([
    ["the order of tags", { tags: ["a", "b"] }, { tags: ["b", "a"] }],
    ["a tag said twice", { tags: ["a", "a"] }, { tags: ["a"] }],
    ["the order of channels", { channels: ["Pager", "Ops"] }, { channels: ["Ops", "Pager"] }],
    ["the order of keywords", { startKw: ["a", "b"] }, { startKw: ["b", "a"] }],
    ["a default that is spelled out", {}, { grace: 3600, timeout: 86_400, name: "", tags: [] }],
    ["the old form of a keyword", { successKw: ["ok"], filterSubject: true }, { subject: ["ok"] }],
    ["how an existing check is met", { onExisting: "adopt" }, { onExisting: "fail" }],
    ["an adoption that is over", { adopt: "6e6f0a30-a2b7-4b4a-9a3a-6e3ac4b7a8b1" }, {}],
    ["a timeout beside a schedule", { schedule: "daily" }, { schedule: "daily", timeout: 60 }],
  ])("is none for %s", (_what, state, args) => {
    expect(changed(state, args)).toEqual([]);
    expect(changed(args, state)).toEqual([]);
  });

  it.each([
    [{ name: "a" }, { name: "b" }, ["name"]],
    [{ name: "a" }, { name: " a" }, ["name"]],
    [{ name: "a" }, {}, ["name"]],
    [{ tags: ["a", "b"] }, { tags: ["a"] }, ["tags"]],
    [{ desc: "line\n" }, { desc: "line" }, ["desc"]],
    [{ grace: 60 }, {}, ["grace"]],
    [{ methods: "POST" }, {}, ["methods"]],
    [{ schedule: "daily" }, { schedule: "hourly" }, ["schedule"]],
    [{ schedule: "daily" }, { schedule: "daily", tz: "Europe/Riga" }, ["tz"]],
    [{ schedule: "daily" }, {}, ["timeout", "schedule", "tz"]],
    [{ schedule: "daily", tz: "UTC" }, { schedule: "daily", tz: "Etc/UTC" }, ["tz"]],
    [{ channels: [] }, { channels: "*" }, ["channels"]],
    [{ channels: "*" }, { channels: ["*"] }, ["channels"]],
    [{}, { channels: [] }, ["channels"]],
    [{ channels: ["Pager"] }, { channels: [" Pager"] }, ["channels"]],
    [{ paused: true }, { paused: false }, ["paused"]],
    [{}, { paused: false }, ["paused"]],
    [{ filterHttpBody: true }, {}, ["filterHttpBody"]],
    [{ slug: "one" }, { slug: "two" }, ["slug"]],
  ])("from %j to %j is %j, in place", (state, args, fields) => {
    const { changed, replaces } = between(inputsOf(state), args);
    expect(changed.sort()).toEqual([...fields].sort());
    expect(replaces).toEqual([]);
  });

  it("is a new check when the project changes", () => {
    expect(between(inputsOf({}), { project: "beta" })).toEqual({
      changed: ["project"],
      replaces: ["project"],
    });
    expect(between(inputsOf({ project: "beta" }), {}).replaces).toEqual(["project"]);
    expect(between(inputsOf({ project: "beta" }), { project: "beta" }).changed).toEqual([]);
  });

  it("is a change, and never a replacement, while a value is not known", () => {
    expect(between(inputsOf({ project: "beta" }), { project: UNKNOWN })).toEqual({
      changed: ["project"],
      replaces: [],
    });
    expect(changed({ tags: ["a"] }, { tags: ["a", UNKNOWN] })).toEqual(["tags"]);
    expect(changed({ grace: 60 }, { grace: UNKNOWN })).toEqual(["grace"]);
  });

  it("does not look at outputs, nor at what the host keeps beside them", () => {
    const state = {
      ...inputsOf({}),
      __provider: "code",
      __canonical: { tz: "x" },
      uuid: "u",
      pingUrl: "https://example.com/u",
      uniqueKey: "k",
    };
    expect(between(state, {})).toEqual({ changed: [], replaces: [] });
  });

  it("sees that a state written before a field existed has its default", () => {
    expect(between({ slug: "backup" }, {}).changed).toEqual([]);
    expect(between({ slug: "backup" }, { filterBody: true }).changed).toEqual(["filterBody"]);
  });
});

describe("properties that every object has", () => {
  it.each(["constructor", "toString", "hasOwnProperty"])("%s is none of a check", (key) => {
    const { problems } = validate(check, { slug: "backup", [key]: "x" });
    expect(problems.map(({ property }) => property)).toEqual([key]);
  });
});
