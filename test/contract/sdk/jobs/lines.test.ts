/** The lines that jobs are given to ping, run as their schedulers run them. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { jobs } from "../../../../sdk";
import { told } from "../../../support/sdk/kubernetes/wrappedJob";
import { Service } from "../../../support/service";
import { describeUnless, itUnless, lackOf } from "../../../support/unless";

/** The lines ping with curl. */
const LACK = lackOf("curl");

let service: Service;
let folder: string;
let check: { uuid: string; pingUrl: string };

beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-checks-lines-"));
  const { uuid, ping_url } = await service.request("POST", "/checks/", {});
  check = { uuid, pingUrl: String(ping_url) };
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, ...lines: string[]): string {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function run(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
  input = "",
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? "", ...environment };
    const child = execFile(program, args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    // A command that reads nothing may have ended already.
    child.stdin?.on("error", () => {}).end(input);
  });
}

/** The ends of the addresses that were pinged. */
const pings = async () => (await told(service, check.uuid)).map(({ kind }) => kind);

describeUnless(LACK, "a line of a crontab", () => {
  /** As cron does: what follows the first `%` is the input, line by line; `\%` is a plain one. */
  function asCron(line: string, environment: string, shell = ["/bin/sh"]): Promise<Ended> {
    const [job] = jobs.fromCrontab(write("crontab", line), { timeZone: "UTC" });
    const pinging = job?.lines.at(-1)?.replaceAll(job.pingUrlAt, environment) ?? "";
    const [command = "", ...input] = pinging.replace("0 1 * * * ", "").split(/(?<!\\)%/);
    const [program = "", ...args] = [...shell, "-c", command.replaceAll("\\%", "%")];
    return run(program, args, {}, input.join("\n"));
  }
  const SHELLS = [["sh"], ["dash"], ["busybox", "sh"], ["bash", "--norc"]];

  it.each([
    ["0 1 * * * echo done; true", 0, "done\n"],
    ["0 1 * * * echo 'so # far'; exit 3 # known", 3, "so # far\n"],
    ["0 1 * * * cat && echo 5\\%%a%b", 0, "a\nb5%\n"],
    // Within a substitution, and within a word, it begins no comment.
    [`0 1 * * * echo "$(echo "so #3")" # known`, 0, "so #3\n"],
    ["0 1 * * * echo `echo 'so #3'`#4 ${NONE:-so #5}; exit 6 # known", 6, "so #3#4 so #5\n"],
    ["0 1 * * * (echo so\\ #3)# known", 0, "so #3\n"],
    // In the background, it would be a success before it ends.
    ["0 1 * * * (echo so; exit 5) &", 5, "so\n"],
    ["0 1 * * * echo $$ ${NONE# #} # known", 0, expect.stringMatching(/^\d+\n$/)],
  ])("tells how its command ended, and ends so itself: %s", async (line, code, stdout) => {
    const environment = write("job.env", `CHECKS_PING_URL=${check.pingUrl}`);
    expect(await asCron(line, environment)).toEqual({ code, stdout, stderr: "" });
    expect(await pings()).toEqual([`/${code}`]);
    const { status } = await service.request("GET", `/checks/${check.uuid}`);
    expect(status).toBe(code === 0 ? "up" : "down");
  });

  it("is heard by a check that takes only POST", async () => {
    await service.request("POST", `/checks/${check.uuid}`, { methods: "POST" });
    const environment = write("job.env", `CHECKS_PING_URL=${check.pingUrl}`);
    expect(await asCron("0 1 * * * true", environment)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await service.request("GET", `/checks/${check.uuid}`)).status).toBe("up");
  });

  describe.each(SHELLS)("run by %s", (...shell) => {
    itUnless(
      lackOf(...shell.slice(0, 1)),
      "ends as its command did where the file with the ping URL is missing",
      async () => {
        const ended = await asCron("0 1 * * * echo done; exit 3", join(folder, "missing.env"), shell);
        expect(ended).toEqual({ code: 3, stdout: "done\n", stderr: expect.stringMatching(/^curl: .*\n$/) });
      },
    );
  });
});

describeUnless(LACK, "the section of a service", () => {
  /** As systemd does: `-` before a command forgives it, `$$` is a plain `$`. */
  function asSystemd(row: string | undefined, environment: Record<string, string>): Promise<Ended> {
    const [, command = ""] = /^\w+=-\/bin\/sh -c '(.*)'$/.exec(row ?? "") ?? [];
    return run("/bin/sh", ["-c", command.replaceAll("$$", "$")], {
      CHECKS_PING_URL: check.pingUrl,
      ...environment,
    });
  }

  function rowOf(key: string): string | undefined {
    mkdirSync(join(folder, "units"), { recursive: true });
    write("units/backup.timer", "[Timer]", "OnCalendar=daily");
    const [job] = jobs.fromSystemd(join(folder, "units"), { timeZone: "UTC" });
    return job?.lines.find((line) => line.startsWith(`${key}=`));
  }

  it.each([
    ["success", ["/start", ""], "up"],
    ["exit-code", ["/start", "/fail"], "down"],
    ["timeout", ["/start", "/fail"], "down"],
  ])("tells the start, and the end with the result %s", async (SERVICE_RESULT, kinds, status) => {
    expect(await asSystemd(rowOf("ExecStartPre"), {})).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await asSystemd(rowOf("ExecStopPost"), { SERVICE_RESULT })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(await pings()).toEqual(kinds);
    expect(await service.request("GET", `/checks/${check.uuid}`)).toMatchObject({ status });
  });

  it("tells nothing of a run that its ExecCondition skipped: systemd runs the end, but not the start", async () => {
    expect(await asSystemd(rowOf("ExecStopPost"), { SERVICE_RESULT: "exec-condition" })).toMatchObject({
      code: 0,
    });
    expect(await pings()).toEqual([]);
    expect(await service.request("GET", `/checks/${check.uuid}`)).toMatchObject({ status: "new" });
  });
});

describeUnless(LACK, "the job of a workflow", () => {
  interface Workflow {
    jobs: { ping: { needs: string[]; steps: [{ env: Record<string, string>; run: string }] } };
  }

  it.each([
    ["", "up"],
    ["/fail", "down"],
  ])("tells the end: '%s'", async (CHECKS_END, status) => {
    const workflow = [
      "on: { schedule: [{ cron: '17 3 * * *' }] }",
      "jobs:",
      "  build: { steps: [{ run: make }] }",
    ];
    const [job] = jobs.fromGitHubWorkflows(write("nightly.yml", ...workflow));
    const whole = parse([...workflow, ...(job?.lines ?? [])].join("\n")) as Workflow;
    expect(whole.jobs.ping.needs).toEqual(["build"]);
    const [step] = whole.jobs.ping.steps;
    expect(Object.keys(step.env)).toEqual(["CHECKS_PING_URL", "CHECKS_END"]);
    expect(step.env.CHECKS_PING_URL).toBe("${{ secrets.CHECKS_PING_URL_NIGHTLY }}");
    const environment = { CHECKS_PING_URL: check.pingUrl, CHECKS_END };
    // GitHub's own way to run a step of this shell.
    expect(
      await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], environment),
    ).toMatchObject({ code: 0 });
    expect(await pings()).toEqual([CHECKS_END]);
    expect(await service.request("GET", `/checks/${check.uuid}`)).toMatchObject({ status });
  });
});
