/**
 * Loaded before the command line (`node --require`): kills the process with SIGKILL right before its n-th step, n being
 * KILLED_AT. A step is whatever it does on the disk by the calls below, that a request is about to be sent, that it was
 * sent, and that it was answered.
 */
const fs = require("node:fs");
const http = require("node:http");

let left = Number(process.env.KILLED_AT);

function step() {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

for (const name of ["openSync", "fsyncSync", "closeSync", "renameSync", "writeFileSync", "rmSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    step();
    return real(...args);
  };
}

const send = http.request;
http.request = (...args) => {
  step();
  const request = send(...args);
  request.once("finish", step);
  request.prependOnceListener("response", step);
  return request;
};
