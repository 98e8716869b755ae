/** The demo's story: three checks are created, pinged, changed behind Pulumi's back, found, repaired and reported. */
import { setTimeout as sleep } from "node:timers/promises";
import { isStopping, whenStopped } from "../process/interrupt.mjs";
import { newRunName, note, removeChecks, removedWords, removeLeftovers } from "./leftovers.mjs";
import { Pulumi } from "./pulumi.mjs";
import { startService } from "./service.mjs";

/** The engine's exit code for "there are changes, and you said to expect none". */
const CHANGES = 7;
/** The exit code of `pulumi-checks drift` for drift. */
const DRIFT = 2;
/** How long an engine that was told to end may take for it. */
const ENDING_MS = 10_000;

/**
 * Tells the story on stdout. The command has made everything ready before: the packages, the library in `dist`,
 * the engine. On somebody's own service its checks are removed at the end, also when it is interrupted; what a run left
 * that was killed is removed by the next one.
 *
 * @param root the checkout
 * @param engine the folder that holds `pulumi` and its hosts
 * @param folder an empty folder for the demo's project and state; it is removed afterwards
 * @param environment what a run of `pulumi` needs besides, so that all its state is in `folder`
 */
export async function story({ root, engine, folder, environment }) {
  const service = await startService(root);
  try {
    const slugs = service.own ? newRunName() : "quickstart";
    const pulumi = new Pulumi({
      root,
      engine,
      folder,
      environment: { ...environment, ...service.environment },
      slugs,
    });
    await pulumi.quiet(["stack", "init", "demo"]);
    if (service.own) await onOwnService(root, pulumi, service, slugs);
    else await tell(pulumi, service, slugs);
    end(service);
  } finally {
    service.stop();
  }
}

async function onOwnService(root, pulumi, service, slugs) {
  await removeLeftovers(root, service, line);
  line(
    `This is your own service. The slugs of the demo begin with ${slugs}, so that it touches no other check; it removes ` +
      "its checks at the end, and when you interrupt it.",
  );
  const forgetNote = note(root, slugs, service.url);
  const forget = whenStopped(() => removeAfterSignal(pulumi, service, slugs, forgetNote));
  try {
    await tell(pulumi, service, slugs);
  } finally {
    // After a signal the action above does it, once the engine is gone.
    if (!isStopping()) await removeAll(service, slugs, forgetNote);
    forget();
  }
}

async function removeAfterSignal(pulumi, service, slugs, forgetNote) {
  line(`\nInterrupted: the demo's checks on ${service.url} are being removed.`);
  await Promise.race([pulumi.running, sleep(ENDING_MS)]);
  await removeAll(service, slugs, forgetNote);
}

/** Whatever the story came to. After a `destroy` that went well there is nothing left to do, and nothing is said. */
async function removeAll(service, slugs, forgetNote) {
  try {
    const removed = await removeChecks(service, slugs);
    forgetNote();
    if (removed.length > 0) line(`The demo did not come to its end; ${removedWords(removed)}`);
    else if (isStopping()) line("There were none.");
  } catch (error) {
    line(
      `The demo's checks could not be removed from ${service.url} (${error.message.split("\n")[0]}). Their slugs begin ` +
        `with ${slugs}: run the demo again with the same CHECKS_URL, and it removes them first.`,
    );
  }
}

async function tell(pulumi, service, slugs) {
  // What else is on somebody's own service is nobody's business here.
  const drift = service.own ? ["drift", "--tag", "quickstart"] : ["drift"];
  const backupSlug = `${slugs}-nightly-backup`;
  const showBackup = async () => {
    const { name, status, tags, grace, schedule, n_pings: pings } = await service.check(backupSlug);
    line(
      `\n  On the service: ${name}: status ${status}, schedule ${schedule}, grace ${grace / 60} min, ` +
        `tags [${tags}], ${pings} ping(s)`,
    );
  };

  act(
    "1. Three jobs get their checks",
    `examples/quickstart/index.ts declares three checks; the service at ${service.url} has none of them yet.`,
  );
  await pulumi.show(["up", "--yes", "--skip-preview"]);

  act(
    "2. The backup reports for the first time",
    "A job pings its check when it is done. The ping URL is a secret output.",
  );
  await ping(pulumi);
  await showBackup();
  if (!service.own) await outage(service, `${slugs}-queue-worker`);

  act(
    "3. Somebody changes a check by hand",
    "On the service's website: the grace time is cut to ten minutes, a tag goes.",
  );
  const backup = await service.check(backupSlug);
  await service.change(backup.uuid, { grace: 600, tags: "quickstart" });
  await showBackup();

  act(
    "4. The preview of a pull request shows it",
    "Run in CI on a schedule or a pull request, this ends with exit code 7 when monitoring has drifted.",
  );
  await pulumi.show(["preview", "--refresh", "--diff", "--expect-no-changes"], { codes: [CHANGES] });
  line(`  exit code ${CHANGES}: drift was found, and nothing was touched`);

  act(
    "5. So does `pulumi-checks drift`",
    "It tells drift from what the program is about to change, and finds what no program declares.",
  );
  await pulumi.showChecks(drift, { codes: [DRIFT] });
  line(`  exit code ${DRIFT}: drift`);

  act("6. The next up repairs it, and all is quiet", "Same UUID, same ping URL, same history.");
  await pulumi.show(["up", "--yes", "--skip-preview", "--refresh"]);
  await showBackup();
  await pulumi.showChecks(drift);
  line("  exit code 0: no drift");

  act("7. The report for Monday's meeting", "From the status changes that the service remembers.");
  await pulumi.showChecks(["report", "--days", "1", "--tag", "quickstart"], { codes: [0, 3] });

  act("8. The checks are removed again", "Destroy removes from the service what the program declared.");
  await pulumi.show(["destroy", "--yes", "--skip-preview"]);
}

async function ping(pulumi) {
  const url = (await pulumi.quiet(["stack", "output", "backupPingUrl", "--show-secrets"])).trim();
  const answer = await fetch(url);
  line(`\n  $ curl "$(pulumi stack output backupPingUrl --show-secrets)"\n  ${await answer.text()}`);
}

/** The worker fails once and recovers: an incident for the report. Nobody is alerted by the emulator. */
async function outage(service, slug) {
  const { ping_url: url } = await service.check(slug);
  for (const signal of ["", "/fail", ""]) {
    await fetch(`${url}${signal}`, { method: "POST" });
    await sleep(1_100);
  }
  line("\n  The queue worker has pinged, too: once that it failed, and then that all is well.");
}

function act(title, words) {
  line(`\n\n${title}\n${"─".repeat([...title].length)}\n${words}`);
}

function line(text) {
  process.stdout.write(`${text}\n`);
}

function end(service) {
  line(`
What happened
─────────────
A program declared three checks and \`pulumi up\` made ${service.own ? "your service" : "the service"} match. A change by hand was found by a
preview and by \`pulumi-checks drift\`, shown field by field, and repaired without touching the check's history.

Where to go on
  examples/quickstart/index.ts   the program that ran: change it, and run the demo again
  README.md                      all fields of a check, configuration, drift in CI
  ${service.own ? "unset CHECKS_URL               to run the demo against an emulator" : "CHECKS_URL, CHECKS_API_KEY     set both, and the demo runs against your own service"}
`);
}
