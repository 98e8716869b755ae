import { jobs } from "../../../../sdk";
import { inOwnFolder, refusalOf, write } from "../../../support/sdk/jobs/jobFiles";

inOwnFolder();

function read(...lines: string[]) {
  write("crontab", ...lines);
  return jobs.fromCrontab("crontab", { timeZone: "UTC" });
}

describe("a crontab for another shell than sh", () => {
  it.each(["/usr/bin/fish", "/bin/tcsh", '"/usr/bin/python3"'])(
    "is refused, since its lines could not run: %s",
    (shell) => {
      const plain = shell.replaceAll('"', "");
      expect(refusalOf(() => read(`SHELL=${shell}`, "0 1 * * * backup"))).toContain(
        `crontab:2: backup: SHELL=${plain} cannot run the line together with its ping; set SHELL=/bin/sh above it. `,
      );
    },
  );

  it("has jobs where that shell is not theirs, or they ping already", () => {
    const lines = [
      "0 1 * * * one",
      "SHELL=/bin/fish",
      "0 2 * * * curl $CHECKS_PING_URL",
      "SHELL=/bin/bash",
      "0 3 * * * two",
    ];
    expect(read(...lines).map(({ name }) => name)).toEqual(["one", "curl", "two"]);
  });

  it("may have other jobs, which are left out or have no check", () => {
    expect(read("SHELL=fish", "# pulumi-checks monitor: false", "0 1 * * * one")).toEqual([]);
  });
});

describe("a line with a % within quotes or a substitution, where cron would end its command", () => {
  it.each([
    ["pg_dump", "pg_dump app > /srv/app-$(date +%F).sql"],
    ["tar", 'tar -czf "/srv/app-%n.tgz" /app'],
    ["app", "sleep $((RANDOM % 60)) && /opt/app"],
  ])("is refused, as it could run nowhere: %s", (name, command) => {
    expect(refusalOf(() => read(`0 1 * * * ${command}`))).toContain(
      `crontab:1: ${name}: its first % is within quotes or a substitution, and cron would end the command there; write \\%. `,
    );
  });

  it("may have it escaped, or ping already", () => {
    const [escaped, input] = ["pg_dump app > /srv/app-$(date +\\%F).sql", "mail ops%it's done"];
    const own = 'report && curl "$CHECKS_PING_URL?day=$(date +%F)"';
    const lines = [escaped, input, own].map((command) => `0 1 * * * ${command}`);
    expect(read(...lines).map(({ name }) => name)).toEqual(["pg_dump", "mail", "report"]);
  });
});

describe("crontabs of a system", () => {
  const linesOf = (path: string, form?: "system") =>
    jobs
      .fromCrontab(path, { timeZone: "UTC", ...(form && { form }) })
      .map(({ file, lines }) => [file, lines[0]?.slice(0, 27)]);

  it("are those files of a folder that cron reads", () => {
    write("cron.d/app", "0 1 * * * root backup");
    write("cron.d/.placeholder", "0 2 * * * root nothing");
    write("cron.d/app.dpkg-old", "0 2 * * * root former");
    write("cron.d/app~", "0 2 * * * root edited");
    write("cron.d/below/app", "0 2 * * * root deeper");
    expect(linesOf("cron.d")).toEqual([["cron.d/app", "0 1 * * * root ( backup ); "]]);
  });

  it("are what the program says are some, wherever they lie", () => {
    write("files/app", "0 1 * * * root backup");
    expect(linesOf("files/app", "system")).toEqual([["files/app", "0 1 * * * root ( backup ); "]]);
    write("files/own", "0 1 * * * /opt/root backup");
    expect(linesOf("files/own")).toEqual([["files/own", "0 1 * * * ( /opt/root backu"]]);
  });

  it.each(["ubuntu", "www-data", "ec2-user"])("are refused so, whoever the user is: %s", (user) => {
    write("files/app", `*/5 * * * * ${user} /usr/bin/python /srv/log.py > /dev/null`);
    expect(() => linesOf("files/app")).toThrow(`files/app:1: has the user ${user} before its command; `);
  });

  it.each(["/usr/bin/php /srv/tidy.php", ". /etc/environment; backup", "[ -x /opt/a ] && a"])(
    "are refused where their lines can have no user, whose place the bracket would take: %s",
    (command) => {
      write("cron.d/app", `0 1 * * * ${command}`);
      expect(() => linesOf("cron.d")).toThrow(
        'cron.d/app:1: has no user before its command; if no line of the file has one, set form: "user". ',
      );
      const [job] = jobs.fromCrontab("cron.d", { timeZone: "UTC", form: "user" });
      expect(job?.lines[0]).toContain(`0 1 * * * ( ${command} ); s=$?; `);
    },
  );

  it("are refused where the program does not say so, and their user would be taken for the job", () => {
    write("files/app", "0 1 * * * root backup\n# pulumi-checks monitor: false\n0 2 * * * root other");
    expect(() => linesOf("files/app")).toThrow(
      'jobs.fromCrontab: files/app:1: has the user root before its command; if each line of the file has a user, set form: "system". ',
    );
  });
});

describe("a comment that names a check", () => {
  it("may have a remark behind it, as may one that wants none", () => {
    const rows = ["# pulumi-checks check: night  # of the team", "0 1 * * * one"];
    const none = ["# pulumi-checks monitor: false # goes away in May", "0 2 * * * two"];
    expect(read(...rows, ...none).map(({ slug }) => slug)).toEqual(["night"]);
  });

  it("is refused with a name of several words, which no slug is: the job would get the check of its program", () => {
    expect(refusalOf(() => read("# pulumi-checks check: nightly backup", "0 1 * * * one"))).toContain(
      "crontab:2: one: the slug of its check may only contain lower-case letters, digits, - and _",
    );
  });
});
