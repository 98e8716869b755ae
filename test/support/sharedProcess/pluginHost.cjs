/**
 * Serves the plugin of end-to-end tests: each start of it becomes an instance of its program in this process. To start
 * Node and load the program for each of them anew takes a third of a second of CPU. The engine starts the plugin as
 * ever, by its script; the `node` that this finds is `bin/node`, which sends here what a process would be started with
 * and each signal that it gets, and prints what the instance prints until that ends.
 *
 * `node pluginHost.cjs`, forked. A message `{ folder, environment }` says that a command begins, and is answered with
 * `{ address }`; `{ ended }` says that it is over, and is answered with `{ isRunning }`: whether an instance of it was
 * not.
 */
"use strict";
const { AsyncLocalStorage } = require("node:async_hooks");
const { EventEmitter } = require("node:events");
const { readFileSync } = require("node:fs");
const http2 = require("node:http2");
const { createRequire } = require("node:module");
const { createServer } = require("node:net");
const { dirname } = require("node:path");
const { Writable } = require("node:stream");
const vm = require("node:vm");

/** What a program sees in place of this process's own; the rest it shares with all others. */
const OWN = ["exports", "require", "module", "__filename", "__dirname", "process", "console"];

/** Programs by their files, none of which changes while tests run. */
const programs = new Map();
const instances = new Set();
/** The instance that something happens in. */
const current = new AsyncLocalStorage();
// What an instance left to fail would have ended with its process.
process.on("unhandledRejection", (error) => {
  const instance = current.getStore();
  if (instance === undefined || instances.has(instance)) throw error;
});

const server = createServer({ allowHalfOpen: true }, (socket) => {
  // Who started the instance may be killed.
  socket.on("error", () => {});
  let unread = "";
  let start;
  let instance;
  socket.setEncoding("utf8").on("data", (text) => {
    unread += text;
    start ??= takeStart();
    if (start === undefined) return;
    // An engine that was killed, whose folder its test has removed, had just begun to start it.
    if (start.folder === "") return socket.destroy();
    instance ??= new Instance(socket, start);
    for (const signal of takeLines()) instance.process.emit(signal, signal);
  });
  socket.on("close", () => instance?.end());

  /** `PID FOLDER PROGRAM ARGUMENT… "" VARIABLE=VALUE… ""`, each with a NUL behind it; undefined before it is there. */
  function takeStart() {
    const items = unread.split("\0");
    const middle = items.indexOf("", 2);
    const last = items.indexOf("", middle + 1);
    if (middle < 0 || last < 0 || last === items.length - 1) return undefined;
    unread = items.slice(last + 1).join("\0");
    const [pid, folder, program, ...args] = items.slice(0, middle);
    const environment = items.slice(middle + 1, last).map((item) => /^([^=]*)=(.*)$/s.exec(item).slice(1));
    return { pid: Number(pid), folder, program, args, environment: Object.fromEntries(environment) };
  }

  function takeLines() {
    const lines = unread.split("\n");
    unread = lines.pop();
    return lines;
  }
});
server.listen(0, "127.0.0.1", () => {
  process.on("message", ({ ended }) => {
    if (!ended) return process.send({ address: `127.0.0.1:${server.address().port}` });
    const isRunning = instances.size > 0;
    for (const one of instances) one.end();
    process.send({ isRunning });
  });
});
process.on("disconnect", () => process.exit());

/** One start of a program: what would be a process. */
class Instance {
  process;
  #servers = new Set();
  #sessions = new Set();
  #socket;

  /** `socket`: to the process that stands for this one. */
  constructor(socket, { pid, folder, program, args, environment }) {
    this.#socket = socket;
    instances.add(this);
    const output = () => new Writable({ write: (chunk, _, done) => socket.write(chunk, done) });
    const own = {
      pid,
      env: environment,
      argv: [process.execPath, program, ...args],
      cwd: () => folder,
      stdout: output(),
      stderr: output(),
      exit: () => this.end(),
    };
    this.process = Object.create(
      process,
      Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
    );
    EventEmitter.call(this.process);
    const load = createRequire(program);
    const module = { exports: {} };
    const require = Object.assign((name) => (name === "http2" ? this.#http2 : load(name)), { main: module });
    const { stdout, stderr } = own;
    const out = new console.Console(stdout, stderr);
    const values = [module.exports, require, module, program, dirname(program), this.process, out];
    current.run(this, () => programOf(program)(...values));
  }

  /** Its servers end with it. */
  #http2 = {
    ...http2,
    createServer: (...args) => {
      const created = http2.createServer(...args);
      this.#servers.add(created);
      return created.on("session", (session) => {
        this.#sessions.add(session);
        session.once("close", () => this.#sessions.delete(session));
      });
    },
  };

  end() {
    if (!instances.delete(this)) return;
    this.process.emit("exit", 0);
    for (const one of this.#servers) one.close();
    for (const one of this.#sessions) one.destroy();
    this.#socket.end();
  }
}

function programOf(file) {
  if (!programs.has(file)) {
    const text = readFileSync(file, "utf8");
    programs.set(file, vm.compileFunction(text, OWN, { filename: file }));
  }
  return programs.get(file);
}
