/**
 * What npm runs before `npm pack`, `npm link` and the installation of this folder or its repository: the package is
 * made of `dist`, which a fresh clone does not have. Users of the finished package never run it.
 */
import { command, ROOT } from "./process/command.mjs";
import { setUp } from "./setup/setup.mjs";

await command(() => setUp(ROOT));
