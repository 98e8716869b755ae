module.exports = require("./lazily.cjs")(() => require("@npmcli/arborist/lib/index.js"));
