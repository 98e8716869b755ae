import { dirname } from "node:path";

/** Where the code of this package lies. Undefined in a program that is bundled into an ES module, which has no `__dirname`. */
export const OWN_FOLDER = typeof __dirname === "undefined" ? undefined : dirname(__dirname);
