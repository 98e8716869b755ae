/** `npm run build`: compiles the library into `dist`, from scratch. */
import { command, ROOT } from "./process/command.mjs";
import { built } from "./setup/setup.mjs";

await command(() => built(ROOT));
