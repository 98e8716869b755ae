/** The demo's story: three checks are created, one is pinged, changed behind Pulumi's back, found and repaired. */
import { Problem } from "../process/problem.mjs";
import { Pulumi } from "./pulumi.mjs";
import { startService } from "./service.mjs";

const SLUGS = ["nightly-backup", "queue-worker", "certificate-renewal"].map((job) => `quickstart-${job}`);
const [BACKUP] = SLUGS;
/** The engine's exit code for "there are changes, and you said to expect none". */
const CHANGES = 7;

/**
 * Tells the story on stdout. The command has made everything ready before: the packages, the library in `dist`,
 * the engine.
 *
 * @param root the checkout
 * @param engine the folder that holds `pulumi` and its hosts
 * @param folder an empty folder for the demo's project and state; it is removed afterwards
 * @param environment what a run of `pulumi` needs besides, so that all its state is in `folder`
 */
export async function story({ root, engine, folder, environment }) {
  const service = await startService(root);
  try {
    if (service.own) await refuseWhatExists(service);
    const pulumi = new Pulumi({
      root,
      engine,
      folder,
      environment: { ...environment, ...service.environment },
    });
    await pulumi.quiet(["stack", "init", "demo"]);
    await tellAndCleanUp(pulumi, service);
  } finally {
    service.stop();
  }
}

async function tellAndCleanUp(pulumi, service) {
  let cleared = false;
  try {
    await tell(pulumi, service);
    act("6. The checks are removed again", "Destroy removes from the service what the program declared.");
    await pulumi.show(["destroy", "--yes", "--skip-preview"]);
    cleared = true;
  } finally {
    // Nothing of the demo stays on somebody's own service, whatever went wrong.
    if (!cleared && service.own) await pulumi.run(["destroy", "--yes", "--skip-preview"]);
  }
  end(service);
}

async function tell(pulumi, service) {
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
  await showBackup(service);

  act(
    "3. Somebody changes a check by hand",
    "On the service's website: the grace time is cut to ten minutes, a tag goes.",
  );
  const backup = await service.check(BACKUP);
  await service.change(backup.uuid, { grace: 600, tags: "quickstart" });
  await showBackup(service);

  act(
    "4. The preview of a pull request shows it",
    "Run in CI on a schedule or a pull request, this ends with exit code 7 when monitoring has drifted.",
  );
  const { code } = await pulumi.show(["preview", "--refresh", "--diff", "--expect-no-changes"], {
    codes: [CHANGES],
  });
  process.stdout.write(`  exit code ${code}: drift was found, and nothing was touched\n`);

  act("5. The next up repairs it, and all is quiet", "Same UUID, same ping URL, same history.");
  await pulumi.show(["up", "--yes", "--skip-preview", "--refresh"]);
  await showBackup(service);
  await pulumi.show(["preview", "--refresh", "--expect-no-changes"]);
  process.stdout.write("  exit code 0: no drift\n");
}

async function ping(pulumi) {
  const url = (await pulumi.quiet(["stack", "output", "backupPingUrl", "--show-secrets"])).trim();
  const answer = await fetch(url);
  process.stdout.write(
    `\n  $ curl "$(pulumi stack output backupPingUrl --show-secrets)"\n  ${await answer.text()}\n`,
  );
}

async function showBackup(service) {
  const { name, status, tags, grace, schedule, n_pings: pings } = await service.check(BACKUP);
  process.stdout.write(
    `\n  On the service: ${name}: status ${status}, schedule ${schedule}, grace ${grace / 60} min, tags [${tags}], ${pings} ping(s)\n`,
  );
}

/** On somebody's own service the demo takes over nothing that was there before it. */
async function refuseWhatExists(service) {
  for (const slug of SLUGS) {
    if (await service.check(slug)) {
      throw new Problem(
        `A check with the slug ${slug} is already on ${service.url}; the demo would adopt it and delete it at the end.`,
        "Delete or rename it if it is left from an earlier demo, or use another project's key.",
      );
    }
  }
}

function act(title, words) {
  process.stdout.write(`\n\n${title}\n${"─".repeat([...title].length)}\n${words}\n`);
}

function end(service) {
  process.stdout.write(`
What happened
─────────────
A program declared three checks and \`pulumi up\` made ${service.own ? "your service" : "the service"} match. A change by hand was found by a
preview, shown field by field, and repaired without touching the check's history.

Where to go on
  examples/quickstart/index.ts   the program that ran: change it, and run the demo again
  README.md                      all fields of a check, configuration, drift in CI
  ${service.own ? "unset CHECKS_URL               to run the demo against an emulator" : "CHECKS_URL, CHECKS_API_KEY      set both, and the demo runs against your own service"}
`);
}
