/** Serves the emulator until SIGTERM, in this process. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
await createRequire(import.meta.url)(join(root, "dist", "emulator", "main.js")).main(process.argv.slice(2));
