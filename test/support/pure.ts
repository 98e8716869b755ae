/**
 * What keeps a unit test a unit test: it starts no process and opens no socket, so that it runs from an installed
 * checkout, anywhere and at once. A test that needs either stands in test/contract.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  child_process: ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"],
  http: ["createServer", "get", "request"],
  http2: ["connect", "createServer", "createSecureServer"],
  https: ["createServer", "get", "request"],
  net: ["connect", "createConnection", "createServer"],
  tls: ["connect", "createServer"],
};

for (const [module, names] of Object.entries(REFUSED)) {
  for (const spelling of [module, `node:${module}`]) {
    jest.mock(spelling, () => ({
      ...jest.requireActual<object>(spelling),
      ...Object.fromEntries(names.map((name) => [name, refusal(`${spelling}.${name}`)])),
    }));
  }
}
globalThis.fetch = refusal("fetch");

function refusal(name: string): () => never {
  return () => {
    throw new Error(`A unit test is pure, and this one calls ${name}: move it to test/contract.`);
  };
}
