/**
 * Node's environment of tests. Jest loads all modules anew for each file of tests, and has V8 compile them each time; here
 * a worker keeps for the next file what V8 made of a module, and ends the storages that a file used and its listeners to the
 * worker's output. The code that runs is the same.
 */
"use strict";
const { AsyncLocalStorage } = require("node:async_hooks");
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

/** By the names of files: their text, and what V8 made of it. */
const kept = new Map();
const { compileFunction } = vm;

vm.compileFunction = function compileOnce(text, parameters, options) {
  const { filename } = options ?? {};
  if (filename === undefined) return compileFunction(text, parameters, options);
  const before = kept.get(filename);
  if (before?.text === text)
    return compileFunction(text, parameters, { ...options, cachedData: before.data });
  const compiled = compileFunction(text, parameters, { ...options, produceCachedData: true });
  kept.set(filename, { text, data: compiled.cachedData });
  return compiled;
};

/**
 * Storages that a file of tests used. Each of them costs each promise of the worker something from then on, as no
 * module takes down its own.
 */
const storages = new Set();

for (const name of ["run", "enterWith"]) {
  const enable = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function noted(...args) {
    storages.add(this);
    return enable.apply(this, args);
  };
}

/** Who listens to the worker's output: modules that are loaded anew do not know that others of theirs do already. */
const listeners = () => [process.stdout, process.stderr].map((stream) => stream.listeners("error"));

function removeListeners(before) {
  for (const [index, stream] of [process.stdout, process.stderr].entries())
    for (const one of stream.listeners("error")) if (!before[index].includes(one)) stream.off("error", one);
}

module.exports = class extends TestEnvironment {
  async setup() {
    this.listeners = listeners();
    await super.setup();
  }

  async teardown() {
    removeListeners(this.listeners);
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
};
