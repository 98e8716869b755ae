"use strict";
const { createRequire } = require("node:module");

// It is a dependency of the SDK alone.
const ofSdk = createRequire(require.resolve("@pulumi/pulumi"));

module.exports = require("./lazily.cjs")(() => ofSdk("@npmcli/arborist/lib/index.js"));
