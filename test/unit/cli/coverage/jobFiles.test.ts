import fs, { mkdirSync, symlinkSync } from "node:fs";
import { jobsBelow } from "../../../../cli/coverage/jobFiles";
import { inOwnFolder, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

const LINE = "0 1 * * * root /opt/backup";
const filesOf = (...paths: string[]) => jobsBelow(paths, "UTC").jobs.map(({ file }) => file);

describe("a symbolic link below a folder", () => {
  it("is what it leads to: a file by the name of the link, and a folder", () => {
    write("real/x", LINE);
    write("units/a.cron", LINE);
    mkdirSync("etc/cron.d", { recursive: true });
    symlinkSync("../../real/x", "etc/cron.d/backup");
    symlinkSync("../units", "etc/more");
    expect(filesOf("etc")).toEqual(["etc/cron.d/backup", "etc/more/a.cron"]);
  });

  it("is passed over where its file is there without it, where it leads around, and where it leads nowhere", () => {
    write("etc/cron.d/backup", LINE);
    write("etc/cron.d/node_modules/no.cron", LINE);
    mkdirSync("etc/a");
    symlinkSync("../cron.d/backup", "etc/a/again.cron");
    symlinkSync("../cron.d", "etc/a/cron.d");
    symlinkSync("../..", "etc/a/everything");
    symlinkSync("nothing", "etc/a/gone.cron");
    symlinkSync("round.cron", "etc/a/round.cron");
    symlinkSync("cron.d", "etc/.hidden");
    expect(filesOf("etc")).toEqual(["etc/cron.d/backup"]);
  });
});

it("leaves out a timer that runs once, or no more, as what runs at the machine's start", () => {
  write("units/over.timer", "[Timer]", "OnCalendar=2020..2021-*-01");
  write("units/once.timer", "[Timer]", "OnCalendar=2098-05-01 12:00");
  write("units/yearly.timer", "[Timer]", "OnCalendar=*-05-01 12:00");
  expect(filesOf("units")).toEqual(["units/yearly.timer"]);
  expect(jobsBelow(["units/once.timer"], "UTC")).toEqual({
    jobs: [],
    problems: [],
    empty: ["units/once.timer"],
  });
});

it("passes over programs and texts about crontabs, and how the image of a cron is built", () => {
  write("app/Dockerfile.cron", "FROM alpine", 'CMD ["crond", "-f"]');
  for (const name of ["crontab.py", "crontab.ts", "crontab.sh", "crontab.md"])
    write(`app/${name}`, "import cron");
  for (const name of ["crontab", "crontab.prod", "crontab.txt"]) write(`app/${name}`, LINE);
  expect(jobsBelow(["app"], "UTC").problems).toEqual([]);
  expect(filesOf("app")).toEqual(["app/crontab", "app/crontab.prod", "app/crontab.txt"]);
  // Named itself, it is known by its lines.
  write("crontab.sh", LINE);
  expect(filesOf("crontab.sh")).toEqual(["crontab.sh"]);
});

describe("the workflows of a folder", () => {
  const workflowIn = (folder: string) => {
    const file = `${folder}/.github/workflows/nightly.yml`;
    write(file, "on:", "  schedule:", "    - cron: 0 1 * * *", "jobs: {}");
    return file;
  };

  it("are those that GitHub runs: of the repository's root, and not of what is copied into it", () => {
    write("shop/.git/HEAD", "ref: refs/heads/main");
    const own = workflowIn("shop");
    workflowIn("shop/vendor/library");
    symlinkSync("vendor/library", "shop/linked");
    expect(filesOf("shop")).toEqual([own]);
  });

  it("are also those of a repository within, of a folder that is named, and of copies without a repository", () => {
    write("shop/.git/HEAD", "ref: refs/heads/main");
    write("shop/modules/mails/.git", "gitdir: ../../.git/modules/mails");
    const within = workflowIn("shop/modules/mails");
    const copied = workflowIn("shop/vendor/library");
    const loose = workflowIn("copies/shop");
    expect(filesOf("shop")).toEqual([within]);
    expect(filesOf("shop/vendor/library")).toEqual([copied]);
    expect(filesOf("shop/vendor/library/.github")).toEqual([copied]);
    expect(filesOf("copies")).toEqual([loose]);
  });
});

describe("what cannot be read", () => {
  /** For everybody, and so for root, who may read what others may not. */
  const close = (...paths: string[]) => {
    const open = fs.accessSync;
    jest.spyOn(fs, "accessSync").mockImplementation((path, mode) => {
      if (paths.includes(String(path))) throw Object.assign(new Error("closed"), { code: "EACCES" });
      open(path, mode);
    });
  };

  it("below a folder is told, and leaves the rest to be read", () => {
    write("ops/cron.d/backup", LINE);
    write("ops/cron.d/closed", LINE);
    write("ops/data/a.cron", LINE);
    symlinkSync("x".repeat(300), "ops/long.cron");
    close("ops/data", "ops/cron.d/closed");
    const { jobs, problems, empty } = jobsBelow(["ops"], "UTC");
    expect(jobs.map(({ file }) => file)).toEqual(["ops/cron.d/backup"]);
    expect(problems).toEqual([
      { file: "ops/cron.d/closed", reason: "cannot be read (EACCES)" },
      { file: "ops/data", reason: "cannot be read (EACCES)" },
      { file: "ops/long.cron", reason: "cannot be read (ENAMETOOLONG)" },
    ]);
    expect(empty).toEqual([]);
  });
});
