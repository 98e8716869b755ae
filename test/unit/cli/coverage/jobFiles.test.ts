import { mkdirSync, symlinkSync } from "node:fs";
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
