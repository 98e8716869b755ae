/** A state with checks of two providers: the one with the stack's settings, and an explicit one with a key of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DriftScene } from "./driftScene";

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const STACK = "dev";
const URN = `urn:pulumi:${STACK}::jobs::pulumi:providers:checks::`;

interface State {
  deployment: { resources: { urn: string; type: string }[] };
}

/** What the explicit provider has, and what the state shows of it. */
export interface Explicit {
  name: string;
  url: string;
  apiKey: string;
  /** The state has its key encrypted. */
  sealed?: true;
  /** The state does not have it. */
  lost?: true;
}

/** Makes `own` checks by the environment and `theirs` by the provider; gives the name of the state's file. */
export async function deployBoth(
  scene: DriftScene,
  own: Record<string, object>,
  theirs: Record<string, object>,
  provider: Explicit,
): Promise<string> {
  const before = process.env.CHECKS_API_KEY;
  process.env.CHECKS_API_KEY = provider.apiKey;
  const others = rowsIn(scene, await scene.deploy(STACK, theirs));
  process.env.CHECKS_API_KEY = before;
  const ours = rowsIn(scene, await scene.deploy(STACK, own));
  const plaintext = JSON.stringify(provider.apiKey);
  const apiKey = { ...SECRET, ...(provider.sealed ? { ciphertext: "v1:abc" } : { plaintext }) };
  const row = (name: string, inputs: object) => ({
    urn: `${URN}${name}`,
    type: "pulumi:providers:checks",
    id: `id-of-${name}`,
    inputs,
    outputs: inputs,
  });
  const resources = [
    row("default_0_1_0", { version: "0.1.0" }),
    ...(provider.lost ? [] : [row(provider.name, { url: provider.url, apiKey })]),
    ...ours.map((one) => of("default_0_1_0", one)),
    ...others.map((one) => of(provider.name, one)),
  ];
  return scene.write(`${STACK}.json`, JSON.stringify({ version: 3, deployment: { resources } }));
}

function rowsIn({ folder }: DriftScene, file: string): State["deployment"]["resources"] {
  return (JSON.parse(readFileSync(join(folder, file), "utf8")) as State).deployment.resources;
}

/** As the plugin serves it, for whom every row says by which provider it is. */
function of(provider: string, row: { urn: string; type: string }) {
  const type = "checks:index:Check";
  return {
    ...row,
    urn: row.urn.replace(row.type, type),
    type,
    provider: `${URN}${provider}::id-of-${provider}`,
  };
}
