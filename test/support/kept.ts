/** What users cannot get back once it is lost: a check with its pings and its address. */
import type { Stack } from "./engine";
import type { Document, Service } from "./service";
import { checkRowsOf, nameOf } from "./stateFile";

/** Pings a check, so that it has a history to lose, and gives it. */
export async function pinged(service: Service, slug: string, key?: string): Promise<Document> {
  const { uuid } = await onlyOne(service, slug, key);
  await fetch(`${service.emulator.url}/ping/${uuid}`);
  const check = await onlyOne(service, slug, key);
  expect(check.n_pings).toBe(1);
  return check;
}

/** Fails unless these checks are still there, each with its pings and its ping URL. */
export async function expectKept(service: Service, before: readonly Document[], key?: string): Promise<void> {
  const kept = (documents: readonly Document[]) =>
    documents.map(({ uuid, n_pings, ping_url }) => ({ uuid, n_pings, ping_url }));
  expect(kept(await service.checks(key))).toEqual(expect.arrayContaining(kept(before)));
}

/** Fails when two rows of the state, waiting ones included, have one UUID. */
export function expectOneRowEach(stack: Stack): void {
  const rows = checkRowsOf(stack);
  const shared = rows.filter(({ id }) => rows.filter((other) => other.id === id).length > 1);
  expect(shared.map(nameOf)).toEqual([]);
}

async function onlyOne(service: Service, slug: string, key?: string): Promise<Document> {
  const [check, ...others] = (await service.checks(key)).filter((one) => one.slug === slug);
  if (!check || others.length > 0) throw new Error(`not exactly one check has the slug ${slug}`);
  return check;
}
