/** Commands over a stack's checks where a list, as that of a replica or a cache, is older than one of them: it is not gone. */
import { type AnswerProxy, lateLists } from "../../support/cli/answerProxy";
import { DriftScene } from "../../support/cli/driftScene";
import { Shell } from "../../support/cli/reportCommand";
import { inService, type Service } from "../../support/service";

const BEGIN = ["maintenance", "begin", "--records", "records"];

let service: Service;
let replica: AnswerProxy;
let shell: Shell;
let scene: DriftScene;
let state: string;

inService(async (opened) => {
  service = opened;
  scene = new DriftScene();
  replica = await lateLists(service.emulator.url);
  shell = new Shell({ ...service.environment, CHECKS_URL: replica.url });
  process.chdir(scene.folder);
  await service.request("POST", "/checks/", { slug: "older", channels: "*" });
  await shell.run("coverage", "--all");
  state = await scene.deploy("dev", {
    older: { slug: "older", channels: "*" },
    backup: { slug: "backup", channels: "*" },
  });
});
afterEach(async () => {
  shell.close();
  scene.end();
  await replica.stop();
});

it("is silenced by maintenance with the others", async () => {
  const { code, stderr } = await shell.run(...BEGIN, "--state", state);
  expect(stderr).toContain("The channels of 2 checks are off.");
  expect(code).toBe(0);
  expect((await service.checks()).map(({ channels }) => channels)).toEqual(["", ""]);
});

it("is waited for to the end, and its ping seen", async () => {
  const { ping_url } = await service.check("backup");
  setTimeout(() => fetch(String(ping_url)), 500);
  const { code, stdout } = await shell.run("wait", "--state", state, "--timeout", "2s", "--every", "1s");
  expect(stdout).not.toContain("is not on the service");
  expect(stdout).toContain("1 of 2 checks not pinged");
  expect(stdout).toContain("older");
  expect(stdout).not.toContain("backup ");
  expect(code).toBe(2);
});

it("is compared by coverage, and judged by advise", async () => {
  scene.write("crontab", "# pulumi-checks check: backup\n0 3 * * * backup\n");
  expect((await shell.run("coverage", "crontab", "--state", state)).stdout).not.toContain("noCheck");
  expect((await shell.run("advise", "--state", state)).stdout).toContain("backup (0 of 20)");
});

it("is gone where it is not found by itself either", async () => {
  await service.request("DELETE", `/checks/${(await service.check("backup")).uuid}`);
  const { stderr } = await shell.run(...BEGIN, "--state", state);
  expect(stderr).toContain("Not on the service: backup.");
});
