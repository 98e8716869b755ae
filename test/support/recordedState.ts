/**
 * The state that the version before the lighter one left of a program of three checks and an assignment, exported with
 * `--show-secrets` (test values of an emulator that is gone), made over for a service of today.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { uniqueKeyOf } from "../../provider/monitor/snapshot";
import type { Service } from "./service";

/** The checks of the recorded program, by their names and slugs: what it said of them. */
export const RECORDED = {
  plain: { slug: "plain" },
  named: {
    slug: "named",
    timeout: "1h",
    grace: 3600,
    methods: "POST",
    channels: ["Ops mail"],
    startKw: ["go"],
  },
  nightly: {
    slug: "nightly",
    name: "Nightly backup",
    tags: ["prod", "db"],
    schedule: "30 2 * * *",
    tz: "Europe/Kiev",
  },
};

/** The assignment of the recorded program, which is of `nightly`. */
export const RECORDED_ASSIGNMENT = { name: "nightly-pager", channels: ["Pager"] };

type Recorded = keyof typeof RECORDED;

interface RecordedRow {
  urn: string;
  outputs?: {
    uuid?: string;
    uniqueKey?: string;
    badgeUrl?: string;
    channelIds?: string[];
    __canonical?: { plaintext: string };
  };
}

interface RecordedStack {
  deployment: { resources: RecordedRow[] };
}

/** The names of the nth copy of the recorded program, which are also its slugs; those of the first have no number. */
export function copyName(name: string, copy: number): string {
  return copy === 0 ? name : `${name}-${copy}`;
}

/**
 * The recorded state for a service that gets the same checks; with several `copies`, as if the program had made that
 * many of each, and assignments of the first `assignments` of them.
 */
export async function recordedState(service: Service, copies = 1, assignments = 1): Promise<string> {
  const recorded = readFileSync(join(__dirname, "..", "e2e", "states", "before.json"), "utf8");
  const state = JSON.parse(
    recorded.replaceAll("https://service.example", service.emulator.url),
  ) as RecordedStack;
  const channels = await channelIds(service);
  const { resources } = state.deployment;
  const ofProgram = resources.filter(({ urn }) => nameOf(urn) in RECORDED);
  const assignment = resources.filter(({ urn }) => nameOf(urn) === RECORDED_ASSIGNMENT.name);
  const others = resources.filter((row) => ![...ofProgram, ...assignment].includes(row));
  state.deployment.resources = [];
  for (let copy = 0; copy < copies; copy += 1) {
    // The stack has outputs of the first.
    const rows = [...(copy === 0 ? others : []), ...ofProgram, ...(copy < assignments ? assignment : [])];
    state.deployment.resources.push(...(await copied(service, rows, copy, channels)));
  }
  return JSON.stringify(state);
}

/** The rows of one copy of the program, and its checks on the service. */
async function copied(
  service: Service,
  rows: readonly RecordedRow[],
  copy: number,
  channels: Channels,
): Promise<RecordedRow[]> {
  const news = new Map<string, string>();
  for (const { urn, outputs = {} } of rows) {
    const name = nameOf(urn);
    if (!(name in RECORDED) && name !== RECORDED_ASSIGNMENT.name) continue;
    news.set(`::${name}"`, `::${copyName(name, copy)}"`);
    const recordedChannel = outputs.channelIds?.[0] ?? canonicalOf(outputs).channels;
    if (recordedChannel !== undefined)
      news.set(recordedChannel, outputs.channelIds ? channels.pager : channels.mail);
    if (!(name in RECORDED)) continue;
    const slug = copyName(name, copy);
    const made = await service.request("POST", "/checks/", {
      slug,
      ...bodyOf(name as Recorded, channels),
    });
    news.set(`"slug":"${name}"`, `"slug":"${slug}"`);
    news.set(String(outputs.uuid), made.uuid);
    news.set(String(outputs.uniqueKey), uniqueKeyOf(made.uuid));
    news.set(badgeOf(outputs.badgeUrl), badgeOf(made.badge_url));
  }
  const text = [...news].reduce((all, [old, now]) => all.replaceAll(old, now), JSON.stringify(rows));
  return JSON.parse(text) as RecordedRow[];
}

interface Channels {
  pager: string;
  mail: string;
}

async function channelIds(service: Service): Promise<Channels> {
  const { channels } = (await service.request("GET", "/channels/")) as unknown as {
    channels: { id: string; name: string }[];
  };
  const idOf = (wanted: string) => String(channels.find(({ name }) => name === wanted)?.id);
  return { pager: idOf("Pager"), mail: idOf("Ops mail") };
}

/** What the recorded program made, as the service is asked for it. */
function bodyOf(name: Recorded, { pager, mail }: Channels): object {
  const bodies: Record<Recorded, object> = {
    plain: {},
    named: { timeout: 3600, methods: "POST", start_kw: "go", channels: mail },
    nightly: {
      name: "Nightly backup",
      tags: "prod db",
      schedule: "30 2 * * *",
      tz: "Europe/Kiev",
      channels: pager,
    },
  };
  return bodies[name];
}

function canonicalOf({ __canonical }: NonNullable<RecordedRow["outputs"]>): { channels?: string } {
  return JSON.parse(__canonical?.plaintext ?? "{}") as { channels?: string };
}

function nameOf(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

/** The part of a badge's address that is its own. */
function badgeOf(url: unknown): string {
  return /[^/]+(?=\.svg$)/.exec(String(url))?.[0] ?? "";
}
