import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { PING_SCRIPT } from "../../../../sdk/kubernetes/pingScript";
import { ownPort } from "../../../support/ownPort";
import {
  Image,
  missing,
  SHELLS,
  type Shell,
  TOOLS,
  type Tool,
  told,
} from "../../../support/sdk/kubernetes/wrappedJob";
import { Service } from "../../../support/service";
import { itUnless } from "../../../support/unless";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** What a shell script makes of the signal TERM by itself. */
const KILLED_BY_TERM = 143;
/** Of a slow service, which the script's pings still wait for. */
const STALL_MS = 1000;
/** Uses everything that is to be the job's own. */
const CURIOUS = `read -r line; echo "read $line"; for one in "$@"; do echo "[$one]"; done; echo trouble >&2; env | sort`;

let service: Service;
const images = new Map<Tool | "none", Image>();

beforeAll(async () => {
  service = await Service.start();
});

afterAll(async () => {
  for (const image of images.values()) image.remove();
  await service.stop();
});

function imageWith(tool: Tool | "none"): Image {
  const known = images.get(tool);
  const image = known ?? new Image(tool);
  images.set(tool, image);
  return image;
}

/** A check of its own for each test. */
async function newCheck(): Promise<{ uuid: string; pingUrl: string }> {
  const { uuid, ping_url: pingUrl } = await service.request("POST", "/checks/", {});
  return { uuid, pingUrl: String(pingUrl) };
}

const combinations = SHELLS.flatMap((shell) => TOOLS.map((tool) => ({ shell, tool })));

/** Where there is nothing but busybox, the shell is its own. */
function shellFor(tool: Tool): Shell {
  return tool === "busybox nc" ? "busybox sh" : "dash";
}

/** A test of one combination, or a line that says why it is not run here. */
function where(shell: Shell, tool: Tool, name: string, test: () => Promise<void>): void {
  const lack = missing(shell, tool);
  itUnless(lack && `there is no ${lack} on this machine`, name, test);
}

describe.each(combinations)("a job in $shell, with $tool", ({ shell, tool }) => {
  const here = (name: string, test: () => Promise<void>) => where(shell, tool, name, test);
  const run = (...command: string[]) => ({ command, stdin: "a line\n" });

  here("tells its start and its success, and has its own arguments, input and output", async () => {
    const { uuid, pingUrl } = await newCheck();
    const job = run("sh", "-c", CURIOUS, "sh", "two  words", "*", "", "$HOME `id` \\ 'x'", "-e");
    const environment = { url: "mine", checks: "mine" };
    const alone = await imageWith(tool).run(shell, { ...job, environment }).ended;
    const wrapped = await imageWith(tool).run(shell, { ...job, environment, pingUrl }).ended;
    const own = ({ stdout }: { stdout: string }) => stdout.replaceAll(/^(_|SHLVL|OLDPWD|PWD)=.*\n/gm, "");
    expect(own(wrapped)).toBe(own(alone));
    expect(wrapped).toMatchObject({ code: 0, stderr: "trouble\n" });
    const pings = await told(service, uuid);
    expect(pings.map(({ kind }) => kind)).toEqual(["/start", ""]);
    expect(new Set(pings.map(({ run }) => run)).size).toBe(1);
    expect(pings[0]?.run).toMatch(UUID);
    const [last] = (await service.request("GET", `/checks/${uuid}/pings/`)).pings as Record<
      string,
      unknown
    >[];
    expect(last).toMatchObject({ type: "success", method: "POST", ua: "pulumi-checks" });
    expect(last?.duration).toBeGreaterThanOrEqual(0);
  });

  here("tells its failure with the exit code, which stays its own", async () => {
    const { uuid, pingUrl } = await newCheck();
    const { code, stdout, stderr } = await imageWith(tool).run(shell, {
      ...run("sh", "-c", "exit 7"),
      pingUrl,
    }).ended;
    expect({ code, stdout, stderr }).toEqual({ code: 7, stdout: "", stderr: "" });
    expect((await told(service, uuid)).map(({ kind }) => kind)).toEqual(["/start", "/7"]);
    expect((await service.request("GET", `/checks/${uuid}`)).status).toBe("down");
  });

  here("is killed by TERM as it would be without the script", async () => {
    const { uuid, pingUrl } = await newCheck();
    const job = imageWith(tool).run(shell, { ...run("sh", "-c", "echo running; exec sleep 60"), pingUrl });
    await job.says("running");
    job.process.kill("SIGTERM");
    expect(await job.ended).toMatchObject({ code: KILLED_BY_TERM, stdout: "running\n", stderr: "" });
    expect((await told(service, uuid)).map(({ kind }) => kind)).toEqual(["/start", `/${KILLED_BY_TERM}`]);
  });
});

describe.each(SHELLS)("signals in %s", (shell) => {
  const here = (name: string, test: () => Promise<void>) => where(shell, "curl", name, test);

  here("reach the job, which ends when and how it wants", async () => {
    const { uuid, pingUrl } = await newCheck();
    const names = ["HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "WINCH"];
    const traps = names.map((name) => `trap 'echo got ${name}' ${name};`).join(" ");
    const script = `${traps} trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.02; done`;
    // INT and QUIT reach a handler in any shell, but a shell script can set none for what it was made to ignore.
    const program = ["bash", "-c", `${script}`];
    const job = imageWith("curl").run(shell, { command: program, pingUrl });
    await job.says("ready");
    for (const name of names) {
      job.process.kill(`SIG${name}` as NodeJS.Signals);
      await job.says(`got ${name}`);
    }
    job.process.kill("SIGTERM");
    expect(await job.ended).toMatchObject({ code: 5, stderr: "" });
    expect((await told(service, uuid)).map(({ kind }) => kind)).toEqual(["/start", "/5"]);
  });
});

describe.each(SHELLS)("a job in %s", (shell) => {
  const here = (name: string, test: () => Promise<void>) => where(shell, "curl", name, test);

  here("that is over at once tells its end after its start, each time", async () => {
    const { uuid, pingUrl } = await newCheck();
    for (let time = 0; time < 10; time += 1) {
      const command = [time % 2 === 0 ? "true" : "false"];
      expect(await imageWith("curl").run(shell, { command, pingUrl }).ended).toMatchObject({
        code: time % 2,
      });
    }
    const kinds = (await told(service, uuid)).map(({ kind }) => kind);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => ["/start", "", "/start", "/1"]).flat());
  });

  here("that does not exist fails as one that is not found", async () => {
    const { uuid, pingUrl } = await newCheck();
    expect(await imageWith("curl").run(shell, { command: ["no-such-program"], pingUrl }).ended).toMatchObject(
      {
        code: 127,
        stderr: expect.stringContaining("no-such-program") as string,
      },
    );
    expect((await told(service, uuid)).map(({ kind }) => kind)).toEqual(["/start", "/127"]);
  });

  here("runs without pings where nothing can send them, or no URL is there, and says so", async () => {
    const { pingUrl } = await newCheck();
    const command = ["sh", "-c", "echo done; exit 3"];
    const without = await imageWith("none").run(shell, { command, pingUrl }).ended;
    expect(without).toMatchObject({ code: 3, stdout: "done\n" });
    expect(without.stderr).toBe(
      "pulumi-checks: there is no curl, wget or busybox nc in the image; the job runs without pings\n",
    );
    const unknown = await imageWith("curl").run(shell, { command, pingUrl: "" }).ended;
    expect(unknown).toMatchObject({ code: 3, stdout: "done\n" });
    expect(unknown.stderr).toBe(
      "pulumi-checks: there is no ping URL in CHECKS_PING_URL; the job runs without pings\n",
    );
  });

  here("is no success where there is nothing to run", async () => {
    const { uuid, pingUrl } = await newCheck();
    const ended = await imageWith("curl").run(shell, { command: [], pingUrl }).ended;
    expect(ended).toMatchObject({
      code: 127,
      stdout: "",
      stderr: "pulumi-checks: there is no command to run\n",
    });
    expect(await told(service, uuid)).toEqual([]);
  });
});

describe.each(TOOLS)("with %s", (tool) => {
  const shell = shellFor(tool);
  const here = (name: string, test: () => Promise<void>) => where(shell, tool, name, test);
  const command = ["sh", "-c", "echo working; exit 4"];

  here("a ping that the service refuses once is sent again", async () => {
    const { uuid, pingUrl } = await newCheck();
    const refused = { match: { path: `/ping/${uuid}/4` }, times: 1 };
    await service.admin.faults({ ...refused, action: { kind: "status", status: 503 } });
    expect(await imageWith(tool).run(shell, { command, pingUrl }).ended).toMatchObject({
      code: 4,
      stderr: "",
    });
    expect((await told(service, uuid)).map(({ kind }) => kind)).toEqual(["/start", "/4", "/4"]);
  });
});

/** Of all tools at once: what is tested here is mostly waiting. */
describe("a service that answers late or not at all changes nothing for the job", () => {
  const present = TOOLS.map((tool) => ({ tool, shell: shellFor(tool) })).filter(
    ({ shell, tool }) => missing(shell, tool) === undefined,
  );
  const names = present.map(({ tool }) => tool).join(", ");
  const reason = present.length > 0 ? undefined : `there is none of ${TOOLS.join(", ")} on this machine`;
  const command = ["sh", "-c", "echo working; exit 4"];
  const endedAll = (pingUrl: string) =>
    Promise.all(present.map(({ tool, shell }) => imageWith(tool).run(shell, { command, pingUrl }).ended));
  const lost =
    "pulumi-checks: the start ping did not get through\npulumi-checks: the failure ping did not get through\n";

  itUnless(reason, `when it is slow, and hears of it in the right order (with ${names})`, async () => {
    await Promise.all(
      present.map(async ({ tool, shell }) => {
        const { uuid, pingUrl } = await newCheck();
        await service.admin.faults({
          match: { path: `/ping/${uuid}` },
          times: 2,
          action: { kind: "stall", ms: STALL_MS, when: "before" },
        });
        const job = imageWith(tool).run(shell, { command, pingUrl });
        const seen = await processesUntil(job.ended);
        const ended = await job.ended;
        expect(ended).toMatchObject({ code: 4, stdout: "working\n", stderr: "" });
        // The job wrote while its first ping was waiting: that one and the second came to their end after it.
        expect(ended.took - (ended.firstOutput ?? ended.took)).toBeGreaterThan(1.5 * STALL_MS);
        expect((await told(service, uuid)).map(({ kind }) => kind)).toEqual(["/start", "/4"]);
        // Both pings were under way while the processes were looked at.
        const program = tool === "busybox nc" ? /\bnc -w/ : new RegExp(`\\b${tool} -`);
        expect(seen).toMatch(program);
        expect(seen).not.toContain(uuid);
      }),
    );
  });

  itUnless(reason, `when it is away (with ${names})`, async () => {
    const away = `http://127.0.0.1:${await ownPort()}/ping/secret`;
    for (const ended of await endedAll(away)) {
      expect(ended).toMatchObject({ code: 4, stdout: "working\n", stderr: lost });
      expect(ended.firstOutput).toBeLessThan(3000);
      expect(ended.took).toBeLessThan(15_000);
    }
  });

  itUnless(reason, `when it hangs (with ${names})`, async () => {
    const { uuid, pingUrl } = await newCheck();
    const stall = { kind: "stall", ms: 6000, when: "before" } as const;
    await service.admin.faults({ match: { path: `/ping/${uuid}` }, times: 100, action: stall });
    for (const ended of await endedAll(pingUrl)) {
      expect(ended).toMatchObject({ code: 4, stdout: "working\n", stderr: lost });
      expect(ended.firstOutput).toBeLessThan(3500);
      expect(ended.took).toBeLessThan(30_000);
    }
  });
});

/**
 * What any process of the machine tells of itself until something has ended, looked at again and again: its command line
 * and, but for the script and what it forks, its environment.
 */
async function processesUntil(ended: Promise<unknown>): Promise<string> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const seen = new Set<string>();
  while (!isOver) {
    for (const line of processes()) seen.add(line);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [...seen].join("\n");
}

function processes(): string[] {
  if (!existsSync("/proc/self/cmdline"))
    return execFileSync("ps", ["-A", "-o", "args"], { encoding: "utf8" }).split("\n");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        const environment = command.includes(PING_SCRIPT) ? "" : readFileSync(`/proc/${pid}/environ`, "utf8");
        return `${command} ${environment}`.replaceAll("\0", " ");
      } catch {
        return ""; // It has ended, or is not ours to look at.
      }
    });
}
