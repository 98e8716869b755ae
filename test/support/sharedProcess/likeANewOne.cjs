/**
 * What makes a process that serves one run after the other look to each of them like one that was started for it: its
 * folder, its environment, its modules, its listeners, and that what it prints goes to the engine.
 */
"use strict";
const { realpathSync } = require("node:fs");
const Module = require("node:module");
const { join, sep } = require("node:path");

const EVENTS = ["exit", "beforeExit", "SIGINT", "SIGTERM", "uncaughtException", "unhandledRejection"];
const EMITTERS = [
  ...EVENTS.map((event) => ({ emitter: process, event })),
  { emitter: process.stdout, event: "error" },
  { emitter: process.stderr, event: "error" },
];

/** For the packages that are installed in a folder. */
exports.likeANewOne = (installed) => {
  const libraries = join(realpathSync(join(installed, "node_modules")), sep);
  const sdk = join(libraries, "@pulumi", "pulumi");
  const isIn = (file, ...folders) => file.startsWith(join(libraries, ...folders, sep));
  /** Libraries keep no state of a run, and neither do these of the SDK, of which the last one attaches a debugger. */
  const STATELESS = [["proto"], ["vendor"], ["runtime", "closure", "v8Hooks.js"]];
  const isStateless = (file) => STATELESS.some((parts) => file.startsWith(join(sdk, ...parts)));
  const isToBeKept = (file) =>
    isIn(file) && !isIn(file, "pulumi-checks") && (!isIn(file, "@pulumi", "pulumi") || isStateless(file));
  /** By the names of modules, of which each is asked about after each run. */
  const known = new Map();
  const isKept = (file) => {
    if (!known.has(file)) known.set(file, isToBeKept(file));
    return known.get(file);
  };

  const loader = Object.assign(new Module(join(installed, "index.js")), {
    paths: Module._nodeModulePaths(installed),
  });
  const load = (name) => loader.require(name);
  load.resolve = (name) => Module._resolveFilename(name, loader);
  // An engine may listen where an earlier one did, to which the connections are lost.
  const pools = load("@grpc/grpc-js/build/src/subchannel-pool");
  pools.getSubchannelPool = () => new pools.SubchannelPool();

  return {
    load,

    /**
     * Begins a run, and gives what ends it. `print` gets each text, and its stream's number as the engine counts them.
     */
    begin({ folder, environment, print }) {
      const before = EMITTERS.map(({ emitter, event }) => new Set(emitter.listeners(event)));
      replaceEnvironment(environment);
      process.chdir(folder);
      const release = captureOutput(print);
      return () => {
        release();
        for (const [index, { emitter, event }] of EMITTERS.entries())
          removeListeners(emitter, event, before[index]);
        for (const name of Object.keys(require.cache)) if (!isKept(name)) delete require.cache[name];
        // It would keep all that it ever loaded.
        loader.children.length = 0;
      };
    },
  };
};

function replaceEnvironment(environment) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

function captureOutput(print) {
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  for (const [index, { stream }] of streams.entries())
    stream.write = (chunk, ...rest) => {
      print(String(chunk), index + 1);
      rest.findLast((one) => typeof one === "function")?.();
      return true;
    };
  return () => {
    for (const { stream, write } of streams) stream.write = write;
  };
}

/** Gives what a run left to be done at the end of its process its turn, and removes its listeners. */
function removeListeners(emitter, event, before) {
  for (const listener of emitter.rawListeners(event)) {
    if (before.has(listener.listener ?? listener)) continue;
    emitter.removeListener(event, listener);
    if (event === "exit") listener(0);
  }
}
