import { jobsInFiles } from "../../../../schedule/jobs";

/** The job of the last line. */
function lineOf(...lines: string[]) {
  return jobsInFiles([{ file: "crontab", text: lines.join("\n") }], "UTC").jobs.at(-1);
}

/** The deadline and the grace of the last line. */
function limitsOf(...lines: string[]) {
  const job = lineOf(...lines);
  return [job?.deadline, job?.times.ok ? job.times.check.grace : job?.times];
}

describe("a line of a crontab with a timeout", () => {
  it.each([
    ["timeout 30m backup --all > /dev/null 2>&1", 1800],
    ["cd /srv && HOME=/root /usr/bin/timeout -k 5 1h nice -n 10 backup", 3600],
    ["[ -x /opt/backup ] && timeout 1.5m backup", 90],
    ["flock -n /run/x timeout 90 backup", 90],
    ["timeout 30m curl https://example.com/?a=1&b=2 &> /tmp/out", 1800],
    ["timeout 30m backup >& /tmp/out", 1800],
    ["timeout --kill-after 5m 2h backup", 7200],
    ["timeout --signal 9 --foreground 2h backup", 7200],
    ["timeout --signal KILL --kill-after=5m 2h backup", 7200],
    ["flock --nonblock /run/x timeout 90 backup", 90],
    ["timeout 2h flock /run/x backup", 7200],
  ])("has its limit where it is that of the whole: %s", (command, seconds) => {
    expect(limitsOf(`0 1 * * * ${command}`)).toEqual([seconds, seconds]);
  });

  it.each([
    "backup && timeout 30 notify",
    "timeout 30 prepare && backup",
    "timeout 30 prepare; backup",
    "timeout 30 dump | gzip > /srv/dump.gz",
    "backup || timeout 30 notify",
    "echo timeout 30 x",
    "timeout 30m prepare & backup",
    "timeout 30m prepare &backup",
    "timeout 30m prepare&",
  ])("has none where other programs run, too: %s", (command) => {
    expect(limitsOf(`0 1 * * * ${command}`)).toEqual([undefined, undefined]);
  });

  it("may begin late by as much as it waits for a lock", () => {
    expect(limitsOf("0 1 * * * flock -w 7200 /run/x timeout 30m backup")).toEqual([9000, 9000]);
    expect(limitsOf("0 1 * * * flock --timeout=0.5 /run/x timeout 30m backup")).toEqual([1801, 1801]);
  });

  it("has none where it waits for a lock until it is free, and at least the usual grace", () => {
    expect(limitsOf("0 1 * * * flock /run/x timeout 30m backup")).toEqual([undefined, undefined]);
    expect(limitsOf("0 1 * * * flock -x /run/x timeout 2h backup")).toEqual([undefined, 7200]);
  });

  it.each(["timeout --kill-after 5m 2h backup", "timeout --signal KILL 2h backup"])(
    "is called like its program: %s",
    (command) => expect(lineOf(`0 1 * * * ${command}`)?.name).toBe("backup"),
  );

  it("has none where that is 0, which is no limit", () => {
    expect(limitsOf("0 1 * * * timeout 0 backup")).toEqual([undefined, undefined]);
    expect(limitsOf("0 1 * * * timeout 0.0h backup")).toEqual([undefined, undefined]);
  });
});

describe("a line of a crontab that runs its program by another", () => {
  it.each([
    "sudo -u app /opt/backup.sh --all",
    "sudo -nHu app -g staff backup",
    "sudo --user=app backup",
    "sudo --user app -n -- backup",
    "doas -u app backup",
    "env -i PATH=/bin backup",
    "/usr/bin/env -u HOME backup",
    'bash -c "backup --all"',
    "/bin/sh -c 'cd /srv && backup'",
    "bash -lc 'backup'",
    "bash -euo pipefail -c 'backup | gzip > x'",
    "bash -x /opt/backup.sh",
    "sh -e backup.sh",
    "su - app -c 'backup --all'",
    'su -s /bin/sh -c "/opt/backup.sh" app',
    "su app -c backup",
    "runuser -u app -- backup",
    "runuser -l app -c 'backup'",
    "source /etc/profile && backup",
    ". /etc/profile; backup",
    ". ~/.env && PW='a hunter2' backup",
    "set -e; backup",
    "umask 077 && backup",
    "export A=b; backup",
    "sleep 30; backup",
    "sleep $((RANDOM \\% 60)) && backup",
    "sleep $(shuf -i 1-60 -n 1); backup",
    "if [ -x /opt/backup ]; then /opt/backup --all; fi",
    "python3 -m backup",
    '"/opt/backup.sh" --all',
    "'/opt/tools/backup' --all",
    "setsid -w backup",
    'cd "/srv/my app" && ./backup.sh',
    "cd '/srv/my app'; timeout 30m ./backup.sh",
    "cd $(dirname /srv/x) && backup",
    "cd -P -- /srv;backup && notify",
    "cd /srv || exit 1; backup",
    "cd; backup",
    "/usr/bin/test -x /opt/backup || exit 0; backup",
    "python3 -u /opt/backup.py",
    "python3 -Bum backup",
    "php -q -f /opt/backup.php",
    "node --max-old-space-size=4096 --no-warnings=1 /opt/backup.js",
    "perl -wT /opt/backup.pl",
    "test -x /usr/bin/backup -a \\! -d /run/systemd/system && perl -e 'sleep int(rand(43200))' && backup -q",
    "python -c 'import random; import time; time.sleep(random.random() * 3600)' && sudo backup -q",
  ])("is called like the program: %s", (command) => {
    expect(lineOf(`0 1 * * * ${command}`)?.name).toBe("backup");
  });

  it.each([
    '"/opt/my backup.sh"',
    "systemd-run --wait backup",
    "setpriv --reuid app backup",
    "while true; do backup; done",
    "for i in 1 2; do backup; done",
    "su app",
    "eval backup",
    "cd /srv",
    "cd /srv || { echo away; exit 1; }; backup",
  ])("has no name where that is not known: %s", (command) => {
    const { jobs, problems } = jobsInFiles([{ file: "crontab", text: `0 1 * * * ${command}` }], "UTC");
    expect(jobs).toEqual([]);
    expect(problems[0]?.reason).toContain("name it above");
  });

  it.each([
    "npx tsx src/backup.ts --all",
    "cd /srv/app && npx --yes -p typescript ts-node --transpile-only backup.ts >> /var/log/x 2>&1",
    "npx @team/backup@1.20.3-rc.1 --all",
    "uvx backup@latest",
    "npm --prefix /srv/app run --silent backup",
    "pnpm exec tsx backup.ts",
    "npm exec -- backup",
    "yarn run backup",
    "composer run-script backup",
    "uv run --with requests backup.py",
    "uv run --project /srv python -m backup",
    "poetry run python3 -W ignore -u -m backup",
    "conda run -n env --no-capture-output python backup.py",
    "pipx run backup",
    "bundle exec rake backup RAILS_ENV=production",
    "RAILS_ENV=production bundle exec bin/rails runner -e production backup.rb",
    "bin/rails backup",
    "rbenv exec ruby backup.rb",
    "docker exec db backup --all",
    'sudo docker exec -it -u app -e "A=a hunter2" --workdir=/srv db sh -c "backup --all"',
    "/usr/bin/podman exec db timeout 30m backup",
    "docker compose -f /srv/compose.yml exec -T -e A=b web php artisan backup",
    "docker-compose run --rm backup",
    "docker-compose run --rm app ./backup.sh",
    "kubectl -n prod exec web-0 -c app -- backup --all",
    "php8.2 -d memory_limit=1G /var/www/artisan backup --all",
    "php /srv/bin/console --env=prod backup",
    "/srv/venv/bin/python manage.py backup",
    "node --require dotenv/config --experimental-strip-types backup.ts",
    "nodejs backup.mjs",
    "deno run -A --allow-net backup.ts",
    "deno task backup",
    "java -Xmx1g -Da=b -jar /opt/backup.jar",
    "make -sC /srv backup",
    "make -s -C /srv PW=hunter2 backup",
    "just backup",
    "runitor -uuid 8116e449-d71c-4112-8f5d-a66f60902091 -silent -- ./backup.sh",
    "/usr/local/bin/runitor -uuid $(cat /run/secrets/uuid) -- timeout 30m backup",
    "cronitor --env prod exec d3x0c1 /opt/backup.sh",
    "cronitor exec --no-stdout d3x0c1 -- backup",
    "sentry-cli monitors run nightly -- python backup.py",
    "doppler run --project shop --config prd -- bash /opt/backup.sh",
    "lockrun --lockfile=/tmp/x.lock -- backup",
    "cronic /opt/backup.sh",
    "/usr/bin/run-one /usr/bin/php /opt/backup.php",
    "xvfb-run -a -s '-screen 0 1x1x24' python3 backup.py",
    "gosu app python /app/backup.py",
  ])("is called like the work where a launcher runs it: %s", (command) => {
    expect(lineOf(`0 1 * * * ${command}`)?.name).toBe("backup");
  });

  it.each([
    ["docker", 'docker exec -e "A=\\"b c hunter2 d\\"" db backup'],
    ["docker", 'docker exec -e "A=$(f "x y hunter2 z")" db backup'],
    ["docker", "docker exec -e A=$(f y hunter2 z) db backup"],
    ["docker", "docker exec --some-key hunter2 db backup"],
    ["docker", "docker exec -e A=hunter2 db"],
    ["docker", "docker run -e A=hunter2 team/backup:3"],
    ["npx", "npx --token hunter2 backup"],
    ["cronitor", "cronitor --api-token hunter2 exec d3x0c1 backup"],
    ["cronitor", "cronitor exec d3x0c1"],
    ["runitor", "runitor -ping-key hunter2 backup"],
    ["cronic", "cronic -c hunter2 backup"],
    ["gosu", "gosu app"],
    ["npx", "npx"],
    ["make", "make PW=hunter2"],
    ["rake", "rake 'backup[a,hunter2]' > /dev/null"],
    ["rails", "rails runner 'Backup.new(1)'"],
    ["node", "node -r dotenv/config -e 'hunter2'"],
    ["php", "php -d a=b -r 'hunter2;'"],
    ["java", "java -cp backup.jar com.example.Backup"],
  ])("is called %s where the work cannot be told, and never like a value: %s", (name, command) => {
    expect(lineOf(`0 1 * * * ${command}`)?.name).toBe(name);
  });

  it("has the limit that its work has inside a container", () => {
    expect(limitsOf("0 1 * * * docker exec db timeout 30m backup")).toEqual([1800, 1800]);
  });

  it("may begin late by as much as it sleeps, and has no limit where that is worked out", () => {
    expect(limitsOf("0 1 * * * sleep 600; timeout 30m backup")).toEqual([2400, 2400]);
    expect(limitsOf("0 1 * * * sleep $((RANDOM \\% 60)); timeout 30m backup")).toEqual([
      undefined,
      undefined,
    ]);
    expect(limitsOf("0 1 * * * perl -e 'sleep rand(9)' && timeout 30m backup")).toEqual([
      undefined,
      undefined,
    ]);
    expect(limitsOf("0 1 * * * cd '/srv/my app' || exit 1; timeout 30m backup")).toEqual([1800, 1800]);
    expect(limitsOf("0 1 * * * bash -c 'timeout 30m backup'")).toEqual([1800, 1800]);
    expect(limitsOf("0 1 * * * bash -c 'timeout 30m prepare; backup'")).toEqual([undefined, undefined]);
  });
});

describe("a line of a crontab with variables before its program", () => {
  it.each([
    ["PGPASSWORD='correct hunter2' pg_dump -U app orders", "pg_dump"],
    ['RSYNC_OPTS="-a --delete" /usr/local/bin/mirror.sh', "mirror"],
    ['A=1 B="say \\"x y\\" z" C=a\\ b timeout 5m mirror', "mirror"],
    ["D=$(date +\\%F) backup.sh", "backup"],
    ['D="$(date -d "1 day ago" +\\%F)" backup.sh', "backup"],
    ["D=$(cd /srv && (ls; echo 'a )' b)) N=`echo a b` M=${N:-a b} backup.sh", "backup"],
    ["PW='a hunter2'; pg_dump", "pg_dump"],
    ["PW='a hunter2' && pg_dump", "pg_dump"],
    ["(PW='a hunter2' pg_dump)", "pg_dump"],
    ["flock -n /run/x -c 'PW=\"a hunter2 b\" pg_dump'", "pg_dump"],
    ["PW='a$' B=\"$'c d\" backup", "backup"],
    ["HOME=/root backup", "backup"],
    ["URL=http://a/?b=c&d=e backup", "backup"],
    ["$BACKUP --all", "$BACKUP"],
  ])("is called like its program: %s", (command, name) => {
    expect(lineOf(`0 1 * * * ${command}`)?.name).toBe(name);
  });

  it.each([
    "PW='a hunter2",
    "PW='a hunter2 b",
    "PW=\"$(pass 'a hunter2 b) dump",
    'flock -n /run/x -c "PW=\\"a hunter2 b\\" pg_dump"',
    "D=$(date +\\%F)",
    "`which 'a hunter2'` b",
    "PW=$'it\\'s hunter2 word' run",
    "PW=$(pass $'it\\'s hunter2 word') run",
    "--delete",
  ])("has no name where nobody knows which word that is: %s", (command) => {
    const { jobs, problems } = jobsInFiles([{ file: "crontab", text: `0 1 * * * ${command}` }], "UTC");
    expect([jobs, problems]).toEqual([
      [],
      [{ file: "crontab", line: 1, reason: expect.stringContaining("name it above") }],
    ]);
    expect(problems[0]?.reason).not.toContain("hunter2");
  });
});

describe("lines of a crontab below RANDOM_DELAY", () => {
  it("have so many minutes of grace more", () => {
    expect(limitsOf("RANDOM_DELAY=45", "0 1 * * * backup")).toEqual([undefined, 3600 + 45 * 60]);
    expect(limitsOf('RANDOM_DELAY = "45"', "0 1 * * * timeout 5m backup")).toEqual([300, 300 + 45 * 60]);
  });

  it("have none more where it is no number or stands below them", () => {
    expect(limitsOf("RANDOM_DELAY=soon", "0 1 * * * backup")).toEqual([undefined, undefined]);
    expect(limitsOf("0 1 * * * backup", "RANDOM_DELAY=45")).toEqual([undefined, undefined]);
  });

  it("are refused where no check waits that long", () => {
    expect(limitsOf("RANDOM_DELAY=525600", "0 1 * * * backup")[1]).toMatchObject({
      ok: false,
      property: "RANDOM_DELAY",
    });
  });
});

describe("the mark of a line of a crontab", () => {
  it("is that of the line below it, also where that is commented out", () => {
    const job = lineOf("# pulumi-checks check: old", "#0 3 * * * old", "0 4 * * * important");
    expect(job).toMatchObject({ name: "important" });
    expect(job).not.toHaveProperty("slug");
    const off = ["# pulumi-checks monitor: false", "#@daily old", "0 4 * * * important"];
    expect(lineOf(...off)).not.toHaveProperty("unmonitored");
  });

  it("may have comments and settings below it", () => {
    const lines = [
      "# pulumi-checks check: x",
      "# 4 is after the backup, for Anna.",
      "#",
      "CRON_TZ=UTC",
      "0 4 * * * a",
    ];
    expect(lineOf(...lines)).toMatchObject({ slug: "x" });
  });
});

it.each([
  "# pulumi-checks check: nightly",
  "# pulumi-checks/check: nightly",
  '#pulumi-checks/check: "nightly"',
])("takes its check from a comment however a report or a manifest spells it: %s", (comment) => {
  expect(lineOf(comment, "0 4 * * * backup")).toMatchObject({ slug: "nightly" });
});

it("has no check where its comment says so as an annotation does", () => {
  expect(lineOf('# pulumi-checks/monitor: "false"', "0 4 * * * backup")).toMatchObject({ unmonitored: true });
});

describe("a line of a crontab that tests the date", () => {
  it.each([
    '[ "$(date +\\%d)" -le 7 ] && /opt/first-monday',
    "/usr/bin/test $(date +\\%u) = 1 && backup",
    "cd /srv && [ `date +\\%d` -gt 7 ] || backup",
    "[ $(($(date +\\%s) / 604800 \\% 2)) -eq 0 ] && backup",
    "expr `date +\\%W` \\% 2 > /dev/null || backup",
    "if [ 1 = $(date +\\%u) ]; then backup; fi",
    "if [ -x /opt/check ] && [ $(date +\\%d) -le 7 ]; then /opt/check; fi",
    "bash -c '[[ $(date +\\%-d) < 8 ]] && backup'",
  ])("is not converted, as no check can expect on which days it runs: %s", (command) => {
    expect(lineOf(`0 4 * * 1 ${command}`)?.times).toEqual({
      ok: false,
      property: "line",
      reason:
        "tests the date before its program runs, which no check can expect; let the program test it, and end with 0 on other days",
    });
  });

  it.each([
    "backup $(date +\\%F)",
    "[ -x /opt/backup ] && backup $(date +\\%F)",
    "[ -d /srv/$(date +\\%F) ] || backup",
    "if [ -x /opt/a ] && [ -d /srv/$(date +\\%d) ]; then /opt/a; fi",
    '[ "$HOST" = db1 ] && backup-$(date +\\%F)',
    "D=$(date +\\%F) backup",
  ])("is none where the date is only a part of a name: %s", (command) => {
    expect(lineOf(`0 4 * * 1 ${command}`)?.times).toMatchObject({ ok: true });
  });
});

describe("a line of a crontab with input for its command", () => {
  it.each([
    ["/opt/backup.sh%yes%no", "backup"],
    ["backup%(a; b)", "backup"],
    ["%backup", undefined],
    ["echo $(date +\\%F)", "echo"],
  ])("is called like the program before it: %s", (command, name) => {
    expect(lineOf(`0 1 * * * ${command}`)?.name).toBe(name);
  });

  it("has the limit of what runs, whatever it is given to read", () => {
    expect(limitsOf("0 1 * * * timeout 5m mail ops%Hello; all is well | fine")).toEqual([300, 300]);
    expect(limitsOf("0 1 * * * timeout 5m a +\\%F; b")).toEqual([undefined, undefined]);
  });

  it("tests no date that it only gives to read", () => {
    expect(lineOf("0 1 * * * mail ops%[ $(date) ] && a")?.times.ok).toBe(true);
  });
});

it("is not called like the file descriptor that its line begins with", () => {
  const text = "0 1 * * * exec 9>/run/lock; flock -n 9 || exit 1; backup";
  expect(jobsInFiles([{ file: "crontab", text }], "UTC")).toMatchObject({
    jobs: [],
    problems: [{ reason: expect.stringContaining("has no program that could name its check") }],
  });
});
