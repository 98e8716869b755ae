/**
 * Node's environment of tests. Jest loads all modules anew for each file of tests, and has V8 compile them each time; here
 * a worker keeps for the next file what V8 made of a module. The code that runs is the same.
 */
"use strict";
const vm = require("node:vm");

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

module.exports = require("jest-environment-node").TestEnvironment;
