import { jobsInFiles } from "../../../../schedule/jobs";

/** The deadline and the grace of the last line. */
function limitsOf(...lines: string[]) {
  const { jobs } = jobsInFiles([{ file: "crontab", text: lines.join("\n") }], "UTC");
  const job = jobs.at(-1);
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

  it("has none where that is 0, which is no limit", () => {
    expect(limitsOf("0 1 * * * timeout 0 backup")).toEqual([undefined, undefined]);
    expect(limitsOf("0 1 * * * timeout 0.0h backup")).toEqual([undefined, undefined]);
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
