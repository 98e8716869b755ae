module.exports = require("./lazily.cjs")(() => require("zod/v4/locales"));
