/**
 * Serves the dynamic providers of end-to-end tests, one command after the other, in one process, to which the engine
 * attaches (`PULUMI_DEBUG_PROVIDERS`). To start Node and load the SDK for each command anew takes half a second of CPU.
 * The SDK, with its server of dynamic providers, and this package are loaded anew for each command.
 *
 * `node providerHost.cjs FOLDER`, forked, FOLDER having the installed library. A message `{ folder, environment }` says
 * what runs next, and is answered with `{ address }`; `{ ended }` says that the command is over, and is answered with
 * `{ isRunning }`: whether a call of it is not.
 */
"use strict";
const http2 = require("node:http2");
const { likeANewOne } = require("./likeANewOne.cjs");

const { load, begin } = likeANewOne(process.argv[2]);
const grpc = load("@grpc/grpc-js");
load("@pulumi/pulumi");
const { EngineClient } = load("@pulumi/pulumi/proto/engine_grpc_pb");
const engineProto = load("@pulumi/pulumi/proto/engine_pb");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
const { ResourceProviderService } = load("@pulumi/pulumi/proto/provider_grpc_pb");

const SERVER = load.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const { prototype } = grpc.Server;
const { addService, bindAsync, _retrieveHandler } = prototype;
const { createServer } = http2;

/** The command that runs next or now. */
let command;
/**
 * What the engine is attached to by its connections, of which it may have several at a time: `{ service, calls }`. All
 * at one time are one run, as of one process.
 */
const attached = new Map();
let run;

http2.createServer = (...args) =>
  createServer(...args).on("session", ({ socket }) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    socket.once("close", () => detach(peer));
  });
const server = new grpc.Server({
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
});
server.addService(ResourceProviderService, {
  ...Object.fromEntries(Object.keys(ResourceProviderService).map((name) => [name, passOn(name)])),
  // It has none, and this is called before the engine attaches.
  handshake: (_, answer) => answer({ code: grpc.status.UNIMPLEMENTED, details: "handshake" }),
  list: (call) => attached.get(call.getPeer()).service.list(call),
  attach: (call, answer) => {
    run ??= beginRun(call.request.getAddress());
    attached.set(call.getPeer(), { service: serviceOfDynamicProviders(), calls: 0 });
    answer(null, new Empty());
  },
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.on("message", (message) => {
    if (message.ended) return process.send({ isRunning: end() });
    command = message;
    process.send({ address: `127.0.0.1:${port}` });
  });
});
process.on("disconnect", () => process.exit());
// The SDK's server reports it. Between two commands, what the earlier one left to fail would have ended with its process.
process.on("unhandledRejection", () => {});

/** What a process is that the engine starts for the command. */
function beginRun(address) {
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  const said = new Set();
  const print = (text, stream) => {
    for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
      const told = log(engine, `${line}\n`, stream).finally(() => said.delete(told));
      said.add(told);
    }
  };
  const endOfProcess = begin({ ...command, print });
  process.argv = [process.argv[0], SERVER, address];
  return {
    said,
    end() {
      endOfProcess();
      prototype._retrieveHandler = _retrieveHandler;
      engine.close();
    },
  };
}

/** The process is killed when the engine does not need it any more. */
function detach(peer) {
  if (attached.get(peer)?.calls > 0) return;
  attached.delete(peer);
  if (attached.size > 0) return;
  run?.end();
  run = undefined;
}

/** What the SDK's server would serve at an address of its own. */
function serviceOfDynamicProviders() {
  let served;
  prototype.addService = (_, service) => {
    served = service;
  };
  prototype.bindAsync = () => {};
  try {
    delete require.cache[SERVER];
    load(SERVER);
  } finally {
    Object.assign(prototype, { addService, bindAsync });
  }
  return served;
}

/** Answers a call after what was printed in it, so that no test sees a line at one time and not at another. */
function passOn(name) {
  return (call, answer) => {
    const to = attached.get(call.getPeer());
    to.calls += 1;
    to.service[name](call, async (...values) => {
      await Promise.all(run.said);
      to.calls -= 1;
      answer(...values);
    });
  };
}

function log(engine, message, stream) {
  const request = new engineProto.LogRequest();
  request.setSeverity(engineProto.LogSeverity.INFO);
  request.setMessage(message);
  request.setStreamid(stream);
  // An engine that is gone shows nothing any more.
  return new Promise((resolve) => engine.log(request, () => resolve()));
}

/** Whether something of the command goes on after its end. */
function end() {
  const isRunning = [...attached.values()].some(({ calls }) => calls > 0);
  for (const peer of attached.keys()) detach(peer);
  return isRunning;
}
