import { readTerraform } from "../../../../cli/adopt/terraform";
import { uuid } from "../../../support/cli/adopt/serviceChecks";

/** As the Terraform provider keeps it: what a cron check does not have is the zero of its type. */
const CRON = {
  id: uuid(1),
  name: "Nightly backup",
  slug: "nightly-backup",
  tags: ["prod", "db"],
  timeout: 0,
  grace: 120,
  schedule: "0,30 2 * * *",
  timezone: "Asia/Tokyo",
  channels: [uuid(8), uuid(9)],
  ping_url: "https://ping.example.com/secret",
  pause_url: "https://service.example.com/pause",
  desc: "A description",
  methods: "",
};
const SIMPLE = {
  ...{ id: uuid(2), name: "Simple", slug: "", tags: [], timeout: 86_400, grace: 3600, schedule: "" },
  ...{ timezone: "", channels: [], desc: null, methods: "POST" },
};
const resource = (address: string, values: object, more: object = {}) => ({
  address,
  mode: "managed",
  type: "healthchecksio_check",
  name: "x",
  schema_version: 0,
  values,
  sensitive_values: {},
  ...more,
});
const shown = (root_module: object, more: object = {}) =>
  JSON.stringify({
    format_version: "1.0",
    terraform_version: "1.9.0",
    values: { outputs: {}, root_module },
    ...more,
  });

describe("the state that Terraform shows", () => {
  it("gives the checks of all modules, as the service would tell them, without addresses of pings", () => {
    const inner = {
      address: "module.jobs.module.eu",
      resources: [resource("module.jobs.module.eu.c.b", SIMPLE)],
    };
    const text = shown({
      resources: [
        resource("healthchecksio_check.backup", CRON),
        resource(
          "data.healthchecksio_channel.pager",
          { id: uuid(9) },
          { mode: "data", type: "healthchecksio_channel" },
        ),
        resource("healthchecksio_check.backup", { ...SIMPLE, id: uuid(3) }, { deposed_key: "1f2e3d4c" }),
        resource("aws_instance.x", { id: "i-1" }, { type: "aws_instance" }),
      ],
      child_modules: [{ address: "module.jobs", child_modules: [inner] }],
    });
    expect(readTerraform(text)).toEqual([
      {
        address: "healthchecksio_check.backup",
        uuid: uuid(1),
        document: {
          name: "Nightly backup",
          slug: "nightly-backup",
          tags: "prod db",
          grace: 120,
          schedule: "0,30 2 * * *",
          tz: "Asia/Tokyo",
          channels: `${uuid(8)},${uuid(9)}`,
          desc: "A description",
        },
      },
      {
        address: "module.jobs.module.eu.c.b",
        uuid: uuid(2),
        document: { name: "Simple", tags: "", timeout: 86_400, grace: 3600, channels: "", methods: "POST" },
      },
    ]);
  });

  it("may come from a saved plan", () => {
    const { values } = JSON.parse(shown({ resources: [resource("c.a", CRON)] }));
    const plan = JSON.stringify({ format_version: "1.2", planned_values: {}, prior_state: { values } });
    expect(readTerraform(plan)).toHaveLength(1);
  });

  it("may be empty", () => {
    expect(readTerraform('{"format_version":"1.0"}')).toEqual([]);
    expect(readTerraform(shown({}))).toEqual([]);
  });

  it.each([
    ["something else", "hello"],
    ["a state file", '{"version":4,"resources":[]}'],
  ])("is refused when it is %s, saying how to make it", (_, text) => {
    expect(() => readTerraform(text)).toThrow(
      /^--terraform: this is not what .* `terraform show -json > checks.json`/,
    );
  });

  it("is refused in a format that is newer, and without a UUID as the id of a check", () => {
    expect(() => readTerraform('{"format_version":"2.0"}')).toThrow("its format 2.0 is newer");
    const text = shown({ resources: [resource("healthchecksio_check.a", { ...CRON, id: "Backup" })] });
    expect(() => readTerraform(text)).toThrow("healthchecksio_check.a has no UUID as its id");
  });
});
