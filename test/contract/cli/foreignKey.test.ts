/** Commands over a stack's checks with the key of another project: those are not gone. */
import { DriftScene } from "../../support/cli/driftScene";
import { Shell } from "../../support/cli/reportCommand";
import { inService, type Service } from "../../support/service";

let service: Service;
let shell: Shell;
let scene: DriftScene;
let state: string;

inService(async (opened) => {
  service = opened;
  scene = new DriftScene();
  shell = new Shell(service.environment);
  process.chdir(scene.folder);
  state = await scene.deploy("dev", { backup: { slug: "backup", channels: "*" } });
});
afterEach(() => {
  shell.close();
  scene.end();
});

const COMMANDS = [
  ["wait", "--state", "STATE", "--timeout", "1s"],
  ["coverage", ".", "--state", "STATE"],
  ["advise", "--state", "STATE"],
  ["maintenance", "begin", "--state", "STATE", "--for", "1h"],
  ["maintenance", "--state", "STATE", "--", process.execPath, "--eval", "process.exit(7)"],
];

it.each(COMMANDS)("is refused by %s %s", async (...args) => {
  process.env.CHECKS_API_KEY = service.emulator.projects.beta.readWriteKey;
  const named = args.map((one) => (one === "STATE" ? state : one));
  const { code, stderr } = await shell.run(...named);
  expect(stderr).toMatch(
    /project "default" of stack \S+: the API key belongs to another project than the stack's checks. Set the key/,
  );
  expect([1, 125]).toContain(code);
});

it.each(COMMANDS.slice(0, 2))("is not suspected by %s %s where the check was deleted", async (...args) => {
  await service.request("DELETE", `/checks/${(await service.check("backup")).uuid}`);
  const named = args.map((one) => (one === "STATE" ? state : one));
  expect((await shell.run(...named)).stderr).not.toContain("another project");
});
