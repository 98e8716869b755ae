import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../../emulator";

const VECTORS = join(__dirname, "vectors");
const ABILITIES = ["check_limit", "ping_log_limit", "v3.13"];

interface Recording {
  scenarios: { name: string; about: string }[];
}

const recordings = readdirSync(VECTORS)
  .filter((file) => file.endsWith(".json"))
  .map((file) => ({
    topic: file.replace(/\.json$/, ""),
    scenarios: (JSON.parse(readFileSync(join(VECTORS, file), "utf8")) as Recording).scenarios,
  }));

describe("the exchanges recorded from a real server", () => {
  let emulator: Emulator;
  /** What the replay said of each scenario. */
  let outcomes: Map<string, string>;

  beforeAll(async () => {
    emulator = await startEmulator();
    outcomes = outcomesIn(await replay(emulator));
  }, 60_000);
  afterAll(() => emulator.close());

  for (const { topic, scenarios } of recordings) {
    describe(topic, () => {
      for (const { name, about } of scenarios) {
        it(`${name}: ${about}`, () => {
          expect(outcomes.get(`${topic}/${name}`)).toBe("ok");
        });
      }
    });
  }
});

function replay({ url, adminUrl, projects }: Emulator): Promise<string> {
  const { alpha, beta } = projects;
  const options = {
    url,
    rw: alpha.readWriteKey,
    ro: alpha.readOnlyKey,
    "other-rw": beta.readWriteKey,
    "ping-key": alpha.pingKey,
    reset: `${adminUrl}/reset`,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const script = [
    join(__dirname, "..", "..", "support", "emulator", "replay.mjs"),
    ...args,
    ...ABILITIES.flatMap((ability) => ["--can", ability]),
  ];
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(process.execPath, script, { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", (part) => {
      output += part;
    });
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** `ok` for a scenario that passed, otherwise what the replay reported of it. */
function outcomesIn(output: string): Map<string, string> {
  const outcomes = new Map<string, string>();
  for (const block of output.split(/^(?=ok |FAIL |SKIP )/m)) {
    const [, word = "", id = ""] = /^(\w+)\s+(\S+)/.exec(block) ?? [];
    outcomes.set(id, word === "ok" ? "ok" : block);
  }
  return outcomes;
}
