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
      "units/backup.timer:2: units/backup.service allows only 10 s for its last ping and would fail if that takes longer; " +
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

describe("a service without a network", () => {
  it.each([
    ["PrivateNetwork=yes"],
    ["RestrictAddressFamilies=AF_UNIX"],
    ["IPAddressDeny=any"],
    ["PrivateNetwork=no", "PrivateNetwork=true"],
    ["PrivateNetwork=1"],
    ["PrivateNetwork=ON"],
  ])("is refused, as no ping would get out: %s %s", (...settings) => {
    write("units/backup.timer", ...TIMER);
    write("units/backup.service", "[Service]", "ExecStart=/opt/backup", ...settings);
    expect(refusalOf(read)).toContain(
      `units/backup.timer:2: units/backup.service has ${settings.at(-1)}, so no ping would get out; declare its check by hand`,
    );
    write("units/backup.service", "[Service]", "ExecStart=/opt/ping $CHECKS_PING_URL", ...settings);
    expect(read()).toMatchObject([{ slug: "backup", lines: [] }]);
  });

  it.each([
    ["PrivateNetwork=yes", "PrivateNetwork=no"],
    ["RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6"],
    ["IPAddressDeny=any", "IPAddressAllow=10.0.0.0/8"],
    ["IPAddressDeny=10.0.0.0/8"],
    ["RestrictAddressFamilies=AF_INET AF_INET6", "RestrictAddressFamilies=AF_UNIX"],
    ["RestrictAddressFamilies=none", "RestrictAddressFamilies="],
    ["RestrictAddressFamilies=AF_UNIX AF_INET6"],
    ["RestrictAddressFamilies=~AF_PACKET AF_INET6"],
    ["RestrictAddressFamilies=~AF_INET AF_INET6", "RestrictAddressFamilies=AF_INET"],
    ["IPAddressDeny=any", "IPAddressDeny="],
  ])("is not one with %s %s", (...settings) => {
    write("units/backup.timer", ...TIMER);
    write("units/backup.service", "[Service]", "ExecStart=/opt/backup", ...settings);
    expect(read()).toMatchObject([{ slug: "backup" }]);
  });

  it.each([
    ["RestrictAddressFamilies=AF_UNIX AF_NETLINK"],
    ["RestrictAddressFamilies=AF_UNIX", "RestrictAddressFamilies=AF_NETLINK"],
    ["RestrictAddressFamilies=AF_UNIX AF_INET", "RestrictAddressFamilies=~AF_INET"],
    ["RestrictAddressFamilies=~AF_INET AF_INET6"],
    ["IPAddressDeny=any", "IPAddressDeny=10.0.0.0/8"],
  ])("is one by all that its lines list, and is told with all of it: %s %s", (...settings) => {
    write("units/backup.timer", ...TIMER);
    write("units/backup.service", "[Service]", "ExecStart=/opt/backup", ...settings);
    const [key] = settings[0]?.split("=") ?? [];
    const values = settings.map((setting) => setting.replace(`${key}=`, "")).join(" ");
    expect(refusalOf(read)).toContain(`units/backup.service has ${key}=${values}, so no ping would get out`);
  });
});

describe("a timer whose lines would be wrong", () => {
  it.each<[string, Record<string, string[]>, string]>([
    [
      "starts the service of another one",
      { a: TIMER, b: [...TIMER, "Unit=a.service"] },
      "units/a.timer:2: starts units/a.service, as units/b.timer does too, so its pings would not show which timer ran; merge the two timers, or give each its own service; units/b.timer:2: starts units/a.service, as units/a.timer does too, ",
    ],
    [
      "starts no service",
      { nightly: [...TIMER, "Unit=nightly.target"] },
      "units/nightly.timer:2: starts units/nightly.target, and only a service can ping; name one in Unit. ",
    ],
    [
      "is an instance",
      { "backup@db": TIMER },
      "units/backup@db.timer:2: starts units/backup@db.service, and all instances ping as their template does; declare a check for each by hand. ",
    ],
    [
      "starts an instance",
      { backup: [...TIMER, "Unit=backup@db.service"] },
      "units/backup.timer:2: starts units/backup@db.service, and all instances ping",
    ],
  ])("is refused where it %s", (_, timers, reason) => {
    for (const [name, lines] of Object.entries(timers)) write(`units/${name}.timer`, ...lines);
    expect(refusalOf(read)).toContain(`jobs.fromSystemd: ${reason}`);
  });

  it("is none where the other one has no check", () => {
    write("units/a.timer", ...TIMER);
    write("units/b.timer", "# pulumi-checks monitor: false", ...TIMER, "Unit=a.service");
    expect(read()).toMatchObject([{ slug: "a" }]);
  });
});
