/** Prints the folder that holds `pulumi` and its hosts, after making it where needed. */
import { engineFolder } from "./engineFolder.mjs";

try {
  process.stdout.write(`${await engineFolder()}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
