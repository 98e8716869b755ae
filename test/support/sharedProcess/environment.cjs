/**
 * The environment of tests on the real engine. Beside Node's they have the shared processes that no command uses now:
 * a worker keeps them from one file of tests to the next.
 */
"use strict";
const TestEnvironment = require("../compiledOnce.cjs");

/** By what they serve and what they have installed. */
const idle = new Map();
process.once("exit", () => {
  for (const child of [...idle.values()].flat()) child.kill("SIGKILL");
});

module.exports = class extends TestEnvironment {
  constructor(...args) {
    super(...args);
    // By a function: jest clears what hangs on the global object at the end of a file.
    this.global.idleProcesses = () => idle;
  }
};
