/**
 * Loaded by `node --require` before anything else, where Node has no compile cache of its own (before 22): keeps what
 * V8 made of the installed modules, in their folder or linked into a project. The code that runs is the same. Nobody
 * changes an installed file while a run lasts, so a path is enough to tell one by.
 */
"use strict";
const { readFileSync, mkdirSync, renameSync, statSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join, sep } = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");

const MODULES = join(process.env.PULUMI_CHECKS_INSTALLED, "node_modules", sep);
const KEPT = join(process.env.PULUMI_CHECKS_INSTALLED, "..", "compiled");
// V8 refuses what was compiled under other flags; the SDK sets this one while it is loaded.
v8.setFlagsFromString("--allow-natives-syntax");

const compile = Module.prototype._compile;
const read = Module._extensions[".js"];
/** For a process that loads modules anew. */
const scripts = new Map();
const fresh = [];

Module.prototype._compile = function compileOnce(text, filename, format) {
  const installed = installedAs(filename);
  if (installed === undefined || !isCommonJs(filename, format) || !canBeKept(filename, text))
    return compile.call(this, text, filename, format);
  if (!scripts.has(filename)) scripts.set(filename, compiled(installed, filename, text));
  return runAs(this, filename);
};

/** The text of a compiled module is not needed again. */
Module._extensions[".js"] = function readOnce(module, filename) {
  if (scripts.has(filename)) runAs(module, filename);
  else read(module, filename);
};

function runAs(module, filename) {
  const load = scripts.get(filename).runInThisContext();
  return load.call(module.exports, module.exports, requireOf(module), module, filename, dirname(filename));
}

function compiled(installed, filename, text) {
  const place = join(KEPT, installed.replaceAll(sep, "+"));
  const script = new vm.Script(Module.wrap(text), {
    filename,
    cachedData: kept(place),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (script.cachedDataRejected !== false) fresh.push({ place, script });
  return script;
}

process.on("exit", () => {
  if (fresh.length > 0) mkdirSync(KEPT, { recursive: true });
  for (const { place, script } of fresh) {
    const own = `${place}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, place);
  }
});

/** Where a file is among the installed modules; it may also be a hard link to one of them. */
function installedAs(filename) {
  if (filename.startsWith(MODULES)) return filename.slice(MODULES.length);
  const [, name] = /[\\/]node_modules[\\/](.*)/s.exec(filename) ?? [];
  if (name === undefined) return undefined;
  const original = statSync(join(MODULES, name), { throwIfNoEntry: false });
  const own = statSync(filename);
  return original?.ino === own.ino && original.dev === own.dev ? name : undefined;
}

function isCommonJs(filename, format) {
  return filename.endsWith(".cjs") || (filename.endsWith(".js") && (format ?? "commonjs") === "commonjs");
}

/** What V8 gives back of a kept script cannot import dynamically. A compiler holds the word, and never does it. */
function canBeKept(filename, text) {
  const imports = /\bimport\(/.test(text) && !filename.includes("typescript");
  return !imports && !text.startsWith("#!");
}

function kept(place) {
  try {
    return readFileSync(place);
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** What Node gives a module as its `require`. */
function requireOf(self) {
  const require = (name) => self.require(name);
  require.resolve = (name, options) => Module._resolveFilename(name, self, false, options);
  require.resolve.paths = (name) => Module._resolveLookupPaths(name, self);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  return require;
}
