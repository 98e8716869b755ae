import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pc from "picocolors";
import { FORMATS, type Format, formatOf, type Look, render } from "../../../../cli/report/formats";
import { CSV_ROWS } from "../../../../cli/report/formats/csv";
import { sharedIncidents } from "../../../../cli/report/incidents";
import { type Report, reportOf } from "../../../../cli/report/report";
import { headline } from "../../../../cli/report/words";
import {
  at,
  check,
  collected,
  crowdedReport,
  down,
  longReport,
  quietReport,
  sampleReport,
  up,
} from "../../../support/cli/report/sample";

const LOOK: Look = { colours: pc.createColors(false), rows: "checks" };

/** Compares with a file; with UPDATE_GOLDEN=1 it writes the file, for somebody to look at and commit. */
function expectGolden(name: string, text: string): void {
  const file = join(__dirname, "fixtures", name);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}

describe("a report with one of everything", () => {
  const ENDINGS: Record<Format, string> = {
    text: "txt",
    markdown: "md",
    json: "json",
    csv: "csv",
    html: "html",
  };

  it.each(FORMATS)("looks as it did, as %s", (format) => {
    expectGolden(`sample.${ENDINGS[format]}`, render(sampleReport(), format, LOOK));
  });

  it.each(CSV_ROWS)("looks as it did, as CSV of %s", (rows) => {
    expectGolden(`sample-${rows}.csv`, render(sampleReport(), "csv", { ...LOOK, rows }));
  });
});

describe("a report in which nothing happened", () => {
  it.each(["text", "markdown"] as const)("is short, as %s", (format) => {
    expectGolden(`quiet.${format === "text" ? "txt" : "md"}`, render(quietReport(), format, LOOK));
  });
});

describe("every format", () => {
  it.each(FORMATS)("says 'no data' of a check of which nothing is known, and not 100%% (%s)", (format) => {
    const checks = [check({ slug: "idle", status: "new", nPings: 0 })];
    const text = render(sampleReport({ checks, unread: [] }), format, LOOK);
    expect(text).toMatch(/no data|"uptime": null|idle,,,|,new,,0,/);
    expect(text.replace(/<style>[\s\S]*<\/style>/, "")).not.toMatch(/100(\.00)?%|"uptime": 1/);
  });

  it.each(["text", "markdown", "json", "html"] as const)(
    "says from when on data is complete (%s)",
    (format) => {
      const report = sampleReport();
      const early: Report = { ...report, window: { ...report.window, start: report.completeFrom - 1 } };
      expect(render(early, format, LOOK)).toMatch(/data is complete from 2026-03-01/);
    },
  );
});

describe("names that mean something elsewhere", () => {
  const hostile = (title: string) => sampleReport({ checks: [check({ slug: "x", title })], unread: [] });

  it("are text on the page", () => {
    const page = render(hostile(`<img src=x onerror="alert('1')">&amp;`), "html", LOOK);
    expect(page).not.toContain("<img");
    expect(page).toContain("&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;");
  });

  it("are text in Markdown", () => {
    const text = render(hostile("a | b [c](d) <e> `f` *g* \\"), "markdown", LOOK);
    expect(text).toContain("| a \\| b \\[c\\](d) \\<e\\> \\`f\\` \\*g\\* \\\\");
  });

  it.each(["@octocat", "see https://evil.example", "www.evil.example"])(
    "mention nobody and link nowhere in Markdown: %s",
    (title) => {
      const report = sampleReport({ checks: [check({ slug: "x", title, tags: [title] })], unread: [] });
      const text = render(report, "markdown", LOOK);
      expect(text.split(title).length).toBeGreaterThan(2);
      expect(text.replaceAll(`\`${title}\``, "")).not.toContain(title);
    },
  );

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠SUM(A1)", " =1", "−1"])(
    "are no formula in a spreadsheet: %s",
    (title) => {
      expect(render(hostile(title), "csv", LOOK)).toContain(`\n'${title},x,`);
    },
  );

  it("are quoted in CSV", () => {
    expect(render(hostile('a "b", c'), "csv", LOOK)).toContain('\n"a ""b"", c",x,');
  });
});

describe("what is printed into the log of a workflow", () => {
  it.each(FORMATS)("commands nothing of its runner, whatever checks are called (%s)", (format) => {
    const checks = ["::add-mask::x", "::error::y", "a ##[error]z", "@b ##[group]c"].map((title, index) =>
      check({ slug: `c${index}`, title, tags: [title.replaceAll(" ", "")] }),
    );
    for (const width of [undefined, 80]) {
      for (const rows of CSV_ROWS) {
        const text = render(sampleReport({ checks, unread: [] }), format, { ...LOOK, rows, width });
        expect(text).not.toMatch(/^\s*::/m);
        expect(text).not.toContain("##[");
      }
    }
  });

  it("is still the same JSON", () => {
    const checks = [check({ slug: "x", title: "a ##[error]b" })];
    const document = JSON.parse(render(sampleReport({ checks }), "json", LOOK));
    expect(document.checks[0].title).toBe("a ##[error]b");
  });
});

describe("the report on a terminal", () => {
  it.each([80, 140])("is no wider than it: %d columns", (width) => {
    for (const report of [sampleReport(), crowdedReport(), quietReport()]) {
      const lines = render(report, "text", { ...LOOK, width }).split("\n");
      // Wide characters take two columns; the crowded names have one of them.
      expect(lines.filter((line) => [...line].length > width)).toEqual([]);
    }
    expectGolden(`sample-${width}.txt`, render(sampleReport(), "text", { ...LOOK, width }));
  });
});

describe("the checks that are down now", () => {
  it("stand before everything else", () => {
    const report = sampleReport();
    expect(report.checks[0]?.slug).toBe("invoices");
    const text = render(report, "text", LOOK);
    expect(text).toMatch(/DOWN NOW +SINCE\nInvoices .* 2026-05-30 06:00\n/);
    expect(text.indexOf("DOWN NOW")).toBeLessThan(text.indexOf("UPTIME "));
    const page = render(report, "html", LOOK);
    expect(page.indexOf("1 check down now")).toBeGreaterThan(0);
    expect(page.indexOf("1 check down now")).toBeLessThan(page.indexOf('class="card total"'));
    expect(render(report, "markdown", LOOK)).toMatch(
      /## Down now\n\n- \*\*Invoices .*\*\* since 2026-05-30 06:00/,
    );
  });

  it("are not told of a window that has ended", () => {
    const report = sampleReport({ now: sampleReport().window.end + 60 });
    for (const format of ["text", "markdown", "html"] as const) {
      expect(render(report, format, LOOK)).not.toMatch(/down now/i);
    }
  });
});

describe("an incident that several checks had together", () => {
  it.each(["text", "markdown", "html"] as const)("is told once (%s)", (format) => {
    const text = render(sampleReport(), format, LOOK);
    const page = text.slice(text.search(/DOWN FROM|## Incidents|<h2>Incidents/));
    expect(page.match(/2 checks/g)).toHaveLength(1);
    expect(page.replace(/<[^>]*>/g, "")).toMatch(/queue-eu, queue-us/);
  });

  it("is counted once in the headline, and kept for each check in JSON and CSV", () => {
    const report = sampleReport();
    expect(headline(report)).toContain("7 incidents");
    expect(report.overall.incidentCount).toBe(8);
    expect(JSON.parse(render(report, "json", LOOK)).incidents).toHaveLength(8);
  });

  it.each([
    [0, "no share"],
    [1, "less than 1%"],
    [1000, "1%"],
  ])(
    "says in the headline and on the page of how much time it tells: %i s of 100 000",
    (upSeconds, share) => {
      const sample = sampleReport();
      const known = { upSeconds, downSeconds: 0, pausedSeconds: 0, unknownSeconds: 100_000 - upSeconds };
      const report = { ...sample, overall: { ...sample.overall, ...known } };
      const told = headline(report).find((one) => one.startsWith("counted over")) ?? "no share";
      expect(told).toBe(share === "no share" ? share : `counted over ${share} of the time`);
      const [, onPage = "no share"] =
        /<dt>of the time counted<\/dt><dd>([^<]*)</.exec(render(report, "html", LOOK)) ?? [];
      expect(onPage).toBe(share);
    },
  );

  it("is one of each where they came back at other times, or at a time that nobody knows", () => {
    const minutes = (start: number, end: number, startKnown = true) => ({
      ...{ start: start * 60, end: end * 60, startKnown, goesOn: false },
      ...{ seconds: (end - start) * 60, secondsInWindow: (end - start) * 60 },
    });
    const of = (...incidents: ReturnType<typeof minutes>[]) =>
      sharedIncidents(
        incidents.map((incident, check) => ({ ...incident, check })),
        { start: 0, end: 1e6 },
      ).map(({ checks }) => checks);
    expect(of(minutes(0, 60), minutes(8, 65))).toEqual([[0, 1]]);
    expect(of(minutes(0, 60), minutes(8, 120))).toEqual([[1], [0]]);
    expect(of(minutes(0, 60), minutes(20, 60))).toEqual([[1], [0]]);
    expect(of(minutes(0, 60, false), minutes(0, 60, false))).toEqual([[0], [1]]);
  });
});

describe("the page", () => {
  const page = render(sampleReport(), "html", LOOK);

  it("folds the checks at 100%", () => {
    const fold = page.slice(page.indexOf('<details class="fold">'));
    expect(fold).toMatch(/<summary>4 checks at 100%<\/summary>/);
    for (const name of ["hourly-sync", "Made in May", "migration"]) expect(fold).toContain(name);
    expect(page.slice(0, page.indexOf('<details class="fold">'))).not.toContain("hourly-sync");
  });

  it("says of how many checks a time is the sum", () => {
    expect(page).toMatch(/<dt>down, summed over 6 checks<\/dt>/);
    expect(render(sampleReport(), "text", LOOK)).toContain("down, summed over 6 checks");
  });

  it("names the threshold below which uptime is red: the gate's, else 99%", () => {
    expect(page).toContain("Uptime is red below 99.5% (--fail-under).");
    expect(render(quietReport(), "html", LOOK)).toContain("Uptime is red below 99%.");
  });

  it("shows when a check is due and when it was pinged last", () => {
    expect(page).toContain("<dt>due</dt><dd>0 * * * * (Europe/Riga), grace 5 min</dd>");
    expect(page).toContain("<dt>last ping</dt><dd>30 May, 14:04</dd>");
  });

  it("names the year of what was in another one than the end of the window", () => {
    const lastPing = at("2025-06-29T10:00:00Z");
    const flips = [down(at("2025-05-31T10:00:00Z")), up(at("2026-05-30T10:00:00Z"))];
    const checks = [
      check({ slug: "forgotten", status: "paused", lastPing }),
      check({ slug: "back", flips }),
      check({ slug: "old", status: "down", flips: flips.slice(0, 1) }),
    ];
    const text = render(sampleReport({ checks }), "html", LOOK).replace(/<[^>]*>/g, "");
    expect(text).toContain("last ping29 Jun 2025, 10:00");
    expect(text).toContain("31 May 2025, 10:00 – 30 May, 10:00");
    expect(text).toContain("old since 31 May 2025, 10:00");
    expect(text).toContain("Made 30 May, 14:05 UTC");
  });

  it("has a filter only where there are many checks, and names that script alone in its policy", () => {
    expect(page).not.toMatch(/<script|script-src|<form/);
    const long = render(longReport(), "html", LOOK);
    const [, policy, script = ""] =
      /script-src &#39;sha256-([^&]+)&#39;".*<script>([\s\S]+)<\/script>\n<\/body>/s.exec(long) ?? [];
    expect(policy).toBe(createHash("sha256").update(script).digest("base64"));
    expect(long.match(/<script/g)).toHaveLength(1);
  });

  it("has as much red in a day as the check was down", () => {
    const heights = [...page.matchAll(/class="down" d="M\d+ [\d.]+h8v([\d.]+)/g)].map(([, height]) =>
      Number(height),
    );
    // All of 18 May; of 9 May ten minutes, of which alone something is known.
    expect(heights.filter((height) => height === 32)).toHaveLength(1);
    // Nightly backup: 5 h 42 min, 20 h 30 min, 10 h 2 min and 11 min of 24 hours; a bar is 32 high.
    expect(heights).toEqual(expect.arrayContaining([7.6, 27.3, 13.4, 2]));
  });

  it("keeps names that are written from right to left apart from what is around them", () => {
    const checks = [check({ slug: "x", title: "שלום" })];
    expect(render(sampleReport({ checks }), "html", LOOK)).toContain("<bdi>שלום</bdi>");
  });
});

describe("the format of a file", () => {
  it("goes by the ending of its name", () => {
    expect(["a.html", "b.MD", "c.json", "d.csv", "e.txt"].map(formatOf)).toEqual([
      "html",
      "markdown",
      "json",
      "csv",
      "text",
    ]);
  });

  it("is refused where the ending means none", () => {
    expect(() => formatOf("report.pdf")).toThrow(
      "--output: the name report.pdf does not tell the format. It must end in .txt, .md, .json",
    );
  });
});

it("counts a check under each of its tags, and once under a tag that it has twice", () => {
  const report = sampleReport({ checks: [check({ slug: "a", tags: ["x", "y", "x"] })] });
  expect(report.tags.map(({ tag, checkCount }) => [tag, checkCount])).toEqual([
    ["x", 1],
    ["y", 1],
  ]);
});

it("is the same whatever the order in which the service tells of checks", () => {
  const { title, project, selectedTags, window, leftOut, zone } = sampleReport();
  const asked = { title, project, selectedTags, window, leftOut, zone, gate: undefined };
  const [one, other] = [collected.checks, collected.checks.toReversed()].map((checks) =>
    render(reportOf({ ...collected, checks }, asked), "json", LOOK),
  );
  expect(one).toBe(other);
});
