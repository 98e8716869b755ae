const { withoutSettings } = require("./test/support/environment.cjs");

// Before jest starts its workers, so that neither a test nor a process that it starts has them.
withoutSettings(process.env);

/** One project a suite: unit tests are pure, contract tests use a socket, end-to-end tests the real engine. */
const suite = (name, options = {}) => ({
  displayName: name,
  rootDir: __dirname,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  testEnvironment: "<rootDir>/test/support/compiledOnce.cjs",
  setupFilesAfterEnv: ["<rootDir>/test/support/timeout.ts"],
  // A test's own context looks each of these up anew wherever it is named, which takes most of what a loop takes.
  sandboxInjectedGlobals: [
    "Array",
    "Error",
    "JSON",
    "Map",
    "Math",
    "Number",
    "Object",
    "Promise",
    "RegExp",
    "Set",
    "String",
  ],
  transform: {
    "^.+\\.(ts|mjs)$": ["@swc/jest", { jsc: { target: "es2022", parser: { syntax: "typescript" } } }],
  },
  moduleNameMapper: {
    "/typescript-shim$": "<rootDir>/test/support/lazily/typescript.cjs",
    "^@npmcli/arborist$": "<rootDir>/test/support/lazily/arborist.cjs",
    "/locales/index.cjs$": "<rootDir>/test/support/lazily/locales.cjs",
  },
  ...options,
});

const onEngine = { testEnvironment: "<rootDir>/test/support/sharedProcess/environment.cjs" };

module.exports = {
  testSequencer: "<rootDir>/test/support/longestFirst.cjs",
  projects: [
    suite("unit", { setupFiles: ["<rootDir>/test/support/pure.ts"] }),
    suite("contract"),
    suite("e2e", onEngine),
    suite("soak", onEngine),
  ],
};
