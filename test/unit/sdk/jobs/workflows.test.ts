import { parse } from "yaml";
import { jobs } from "../../../../sdk";
import { inOwnFolder, refusalOf, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

describe("workflows of GitHub", () => {
  it.each([1, 2, 3, 4, 8])("ping by lines that fit a file whose indent is %d", (indent) => {
    const rows = ["on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "\ta:", "\t\tsteps: []"];
    const own = rows.map((row) => row.replaceAll("\t", " ".repeat(indent)));
    write("nightly.yml", ...own);
    const [job] = jobs.fromGitHubWorkflows("nightly.yml");
    const whole = parse([...own, ...(job?.lines ?? [])].join("\n")) as { jobs: Record<string, unknown> };
    expect(whole.jobs).toEqual({
      a: { steps: [] },
      ping: {
        if: "always() && github.event_name == 'schedule'",
        needs: ["a"],
        "runs-on": "ubuntu-latest",
        "timeout-minutes": 5,
        "continue-on-error": true,
        steps: [
          {
            env: {
              CHECKS_PING_URL: "${{ secrets.CHECKS_PING_URL_NIGHTLY }}",
              CHECKS_END: expect.stringContaining("'/fail'"),
            },
            shell: "bash",
            "working-directory": "${{ github.workspace }}",
            run: expect.stringContaining("curl"),
          },
        ],
      },
    });
  });

  it("are refused where no lines can be added to their jobs, unless they ping already", () => {
    const ON = "on: { schedule: [{ cron: '17 3 * * *' }] }";
    write("nightly.yml", ON, "jobs: { a: { steps: [] } }");
    expect(refusalOf(() => jobs.fromGitHubWorkflows("nightly.yml"))).toContain(
      "nightly.yml:1: nightly: jobs: must have its jobs on lines of their own, not in { }",
    );
    write("nightly.yml", ON, "jobs: { a: { env: { X: '${{ secrets.CHECKS_PING_URL_NIGHTLY }}' } } }");
    expect(jobs.fromGitHubWorkflows("nightly.yml")).toMatchObject([{ slug: "nightly", lines: [] }]);
    write("nightly.yml", ON, "jobs:", "  a:", "    env: { X: '${{ secrets.CHECKS_PING_URL_NIGHTLY_EU }}' }");
    expect(jobs.fromGitHubWorkflows("nightly.yml")[0]?.lines).toContain("  ping:");
  });

  it("are refused where nothing of their name can stand in a slug, and told how to name their check", () => {
    const lines = ["name: 夜", "on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "  a: {}"];
    write("nightly.yml", ...lines);
    expect(refusalOf(() => jobs.fromGitHubWorkflows("nightly.yml"))).toContain(
      "nightly.yml:2: 夜: no part of its name can be used in a slug; name its check in a comment, as in # pulumi-checks check: my-job. ",
    );
    write("nightly.yml", "# pulumi-checks check: nightly", ...lines);
    expect(jobs.fromGitHubWorkflows("nightly.yml")).toMatchObject([{ slug: "nightly" }]);
  });

  it("give their check as much of a long name as it can have", () => {
    const name = "Nightly ".repeat(15).trim();
    write("nightly.yml", `name: ${name}`, "on: { schedule: [{ cron: '17 3 * * *' }] }", "jobs:", "  a: {}");
    const [job] = jobs.fromGitHubWorkflows("nightly.yml");
    expect(job).toMatchObject({ name, check: { name: `${name.slice(0, 99)}…` } });
  });
});
