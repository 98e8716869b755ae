/**
 * Modules that Pulumi's SDK and zod load for what no unit or contract test uses: jest would compile them anew for each
 * file of tests, which is a fifth of the time of those. They are loaded when something of them is asked for.
 */
"use strict";

module.exports = (load) =>
  new Proxy(
    {},
    {
      // What an import of a whole module must not copy.
      get: (_, name) => (name === "__esModule" ? true : name === "default" ? load() : load()[name]),
      has: (_, name) => name in load(),
    },
  );
