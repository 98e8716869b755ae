module.exports = require("./lazily.cjs")(() => require("typescript"));
