/**
 * Runs the programs of end-to-end tests, one after the other, in one process, as Pulumi's Automation API runs inline
 * programs: `pulumi up --client ADDRESS`. To start Node and load the SDK for each program anew is half of the CPU that
 * an `up` takes. The SDK, this package and the program are loaded anew for each run, so that none finds the state of
 * another: once the SDK could not deliver a message, it delivers none that come after.
 *
 * `node programHost.cjs FOLDER`, forked, FOLDER having the installed library. A message `{ folder, environment }` says
 * what runs next, and is answered with `{ address }`; `{ isRunning }` says when a program starts and ends.
 */
"use strict";
const { AsyncLocalStorage } = require("node:async_hooks");
const http2 = require("node:http2");
const { join } = require("node:path");
const { likeANewOne } = require("./likeANewOne.cjs");

const { createServer } = http2;
const own = new Set();
http2.createServer = (...args) => {
  const server = createServer(...args);
  own.add(server);
  server.on("connection", (socket) => own.add(socket.once("close", () => own.delete(socket))));
  return server;
};

const { load, begin } = likeANewOne(process.argv[2]);
const proto = load("@pulumi/pulumi/proto/language_pb");
const { PluginInfo } = load("@pulumi/pulumi/proto/plugin_pb");
const { LanguageRuntimeService } = load("@pulumi/pulumi/proto/language_grpc_pb");
const grpc = load("@grpc/grpc-js");

/** What a run needs of the SDK. */
function loadSdk() {
  load("@pulumi/pulumi");
  return {
    errors: load("@pulumi/pulumi/errors"),
    log: load("@pulumi/pulumi/log"),
    config: load("@pulumi/pulumi/runtime/config"),
    debuggable: load("@pulumi/pulumi/runtime/debuggable"),
    settings: load("@pulumi/pulumi/runtime/settings"),
    stack: load("@pulumi/pulumi/runtime/stack"),
    state: load("@pulumi/pulumi/runtime/state"),
    v8Hooks: load("@pulumi/pulumi/runtime/closure/v8Hooks"),
  };
}

loadSdk();

let next;
/** The run that something happens in. */
const current = new AsyncLocalStorage();

const server = new grpc.Server({ "grpc.max_receive_message_length": -1 });
server.addService(LanguageRuntimeService, {
  ...Object.fromEntries(
    Object.keys(LanguageRuntimeService).map((name) => [
      name,
      (_, answer) => answer({ code: grpc.status.UNIMPLEMENTED, message: name }),
    ]),
  ),
  getRequiredPlugins: (_, answer) => answer(null, new proto.GetRequiredPluginsResponse()),
  getPluginInfo: (_, answer) => answer(null, new PluginInfo()),
  run: (call, answer) => {
    process.send({ isRunning: true });
    const sdk = loadSdk();
    current
      .run(call, () => sdk.state.withLocalStorage(() => run(call, sdk)))
      .then(
        (response) => process.send({ isRunning: false }, () => answer(null, response)),
        (error) => answer({ code: grpc.status.UNKNOWN, message: error.stack }),
      );
  },
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.on("message", (message) => {
    next = message;
    process.send({ address: `127.0.0.1:${port}` });
  });
});
process.on("disconnect", () => process.exit());

/** One program from its start to its end; a failure is told to the engine as `@pulumi/pulumi/cmd/run` does it. */
async function run(call, sdk) {
  const { request } = call;
  const { config, log, settings } = sdk;
  const { folder, environment } = next;
  const logged = new Set();
  const report = (error) => {
    // What an earlier run left to fail would have ended with its process.
    if (logged.has(error) || (current.getStore() ?? call) !== call) return;
    logged.add(error);
    logError(error, join(folder, "index.js"), sdk);
  };
  const endOfRun = begin({
    folder,
    environment: { ...environment, ...asOtherCopiesRead(request) },
    print: (text) => log.info(text.replace(/\n$/, "")),
  });
  await sdk.v8Hooks.isInitializedAsync();
  const [engine = ""] = request.getArgsList();
  settings.resetOptions(
    request.getProject(),
    request.getStack(),
    request.getParallel(),
    engine,
    request.getMonitorAddress(),
    request.getDryrun(),
    request.getOrganization(),
  );
  config.setAllConfig(
    Object.fromEntries(request.getConfigMap().entries()),
    request.getConfigsecretkeysList(),
  );
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
  try {
    const end = endOfProgram();
    sdk.stack.runInPulumiStack(() => load(join(folder, "index.js"))).catch(report);
    await end;
    if (logged.size === 0 && !log.hasErrors()) await settings.signalAndWaitForShutdown().catch(report);
    if (logged.size === 0 && !log.hasErrors()) await reportLeaks(sdk);
    settings.disconnectSync();
  } finally {
    endOfRun();
  }
  const response = new proto.RunResponse();
  response.setBail(logged.size > 0 || log.hasErrors());
  return response;
}

/**
 * A program ends when nothing is left that it could do, whether it waits for an output that failed or not. Meanwhile
 * nothing of this server keeps the process alive.
 */
function endOfProgram() {
  for (const one of own) one.unref();
  process.channel.unref();
  return new Promise((resolve) => {
    process.once("beforeExit", () => {
      process.channel.ref();
      for (const one of own) one.ref();
      resolve();
    });
  });
}

/** What the program waited for in vain, such as an output of a resource that waits for the output. */
async function reportLeaks({ debuggable, log, state }) {
  const [leaks, message] = debuggable.leakedPromises();
  if (leaks.size > 0 && !state.getStore().terminated) await log.error(message);
}

function logError(error, program, { errors, log }) {
  if (errors.isGrpcError(error)) return;
  if (errors.RunError.isInstance(error)) log.error(error.message);
  else if (errors.ResourceError.isInstance(error))
    log.error(error.hideStack ? error.message : error.stack, error.resource);
  else
    log.error(`Running program '${program}' failed with an unhandled exception:\n${error?.stack ?? error}`);
}

/** What the language host sets in a program's environment, for a second copy of Pulumi's SDK. */
function asOtherCopiesRead(request) {
  return {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    PULUMI_NODEJS_ORGANIZATION: request.getOrganization(),
    PULUMI_NODEJS_PROJECT: request.getProject(),
    PULUMI_NODEJS_STACK: request.getStack(),
    PULUMI_NODEJS_DRY_RUN: String(request.getDryrun()),
    PULUMI_NODEJS_PARALLEL: String(request.getParallel()),
    PULUMI_NODEJS_MONITOR: request.getMonitorAddress(),
    PULUMI_NODEJS_ENGINE: request.getArgsList()[0] ?? "",
  };
}
