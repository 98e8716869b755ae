/**
 * `npm run sdks [-- python go java csharp]`: makes the SDKs of the plugin's schema in `dist/sdks`: Python's as a wheel too, and
 * Java's as a jar where there is a JDK.
 */
import { command, ROOT } from "./process/command.mjs";
import { Problem } from "./process/problem.mjs";
import { LANGUAGES, makeSdks } from "./sdks/sdks.mjs";
import { setUp } from "./setup/setup.mjs";

await command(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((language) => !LANGUAGES.includes(language));
  if (unknown.length > 0) {
    throw new Problem(
      `There is no SDK for ${unknown.join(", ")}; there are ${LANGUAGES.join(", ")}.`,
      "The SDK for TypeScript and JavaScript is the npm package; programs in YAML need none.",
    );
  }
  await setUp(ROOT);
  for (const made of await makeSdks(ROOT, asked.length > 0 ? asked : LANGUAGES)) {
    process.stdout.write(`${made}\n`);
  }
});
