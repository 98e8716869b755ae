import { program } from "../../../cli/main";

const line = (...args: string[]) => program(args).parseAsync(args, { from: "user" });

describe("an option for the result that would not count", () => {
  it.each(["advise", "coverage", "drift", "report"])(
    "is refused before anything is read by %s",
    async (name) => {
      await expect(line(name, "--json", "--format", "markdown")).rejects.toThrow(
        "--json: --format markdown names another format. Give one of them",
      );
      await expect(line(name, "--format", "text", "--json")).rejects.toThrow("--json: --format text names");
    },
  );

  it("is refused beside a patch", async () => {
    for (const [option, ...given] of [["--json"], ["--format", "markdown"], ["--json", "--format", "json"]]) {
      await expect(line("advise", option as string, ...given, "--patch", "index.ts")).rejects.toThrow(
        `${option}: it has no effect on a patch. Leave it out, or leave --patch out`,
      );
    }
  });

  it("is refused where no line is one of CSV", async () => {
    for (const given of [[], ["--json"], ["--output", "may.html"]]) {
      await expect(line("report", "--rows", "tags", ...given)).rejects.toThrow(
        "--rows: it has no effect without CSV. Add --format csv or --output FILE.csv, or remove it",
      );
    }
  });
});

describe("an option for the result", () => {
  // What is wrong here is said after that, and before any request.
  const wrong = "--tz: it must be an IANA time zone such as Europe/Riga";

  it.each([
    ["--json"],
    ["--json", "--format", "json"],
    ["--rows", "tags", "--format", "csv"],
    ["--rows", "checks", "--output", "may.csv"],
  ])("counts: %s", async (...given) => {
    await expect(line("report", "--tz", "nowhere", ...given)).rejects.toThrow(wrong);
  });
});
