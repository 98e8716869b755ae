import { jobs } from "../../../../sdk";
import { inOwnFolder, refusalOf, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

const TIMER = ["[Timer]", "OnCalendar=02:30"];
const read = () => jobs.fromSystemd("units", { timeZone: "UTC" });

describe("a service that is stopped before its last ping has had its time", () => {
  it.each([
    ["TimeoutStopSec=10"],
    ["TimeoutSec=5min", "TimeoutStopSec=10s"],
    ["TimeoutStopSec=1min", "TimeoutSec=10s"],
  ])("is refused: %s %s", (...limits) => {
    write("units/backup.timer", ...TIMER);
    write("units/backup.service", "[Service]", "ExecStart=/opt/backup", ...limits);
    expect(refusalOf(read)).toContain(
      "units/backup.timer:2: units/backup.service gives its last ping 10 s and would fail when that takes longer; " +
        "set TimeoutStopSec to 20 s or more. ",
    );
    write("units/backup.service", "[Service]", "ExecStart=/opt/ping $CHECKS_PING_URL", ...limits);
    expect(read()).toMatchObject([{ slug: "backup", lines: [] }]);
  });

  it.each(["", "TimeoutStopSec=20", "TimeoutSec=0", "TimeoutStopSec=infinity"])(
    "is not so with '%s'",
    (limit) => {
      write("units/backup.timer", ...TIMER);
      write("units/backup.service", "[Service]", "ExecStart=/opt/backup", limit);
      expect(read()).toMatchObject([{ slug: "backup" }]);
    },
  );
});
