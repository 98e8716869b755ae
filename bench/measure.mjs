/** What a command costs: wall and CPU seconds, and the peak memory of all its processes. Linux only. */
import { run } from "../scripts/process/child.mjs";
import { Descendants, fieldsOf } from "./descendants.mjs";

const SAMPLE_MS = 200;
const TICKS_PER_SECOND = 100;

/**
 * Runs a command to its end; throws when it fails.
 *
 * @returns `{ wall, cpu, peak, program }`: seconds and bytes; `peak` is of all processes together, `program` of the one
 * that runs the user's program (0 where there is none, as in a refresh).
 */
export async function measured(command, args, options) {
  const before = childTicks();
  const started = performance.now();
  const descendants = new Descendants(process.pid);
  let peak = 0;
  let program = 0;
  const sampler = setInterval(() => {
    const processes = descendants.now();
    peak = Math.max(
      peak,
      processes.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    program = Math.max(program, ...processes.filter(isProgram).map(({ peakBytes }) => peakBytes));
  }, SAMPLE_MS);
  const outcome = await run(command, args, options);
  clearInterval(sampler);
  if (!outcome.ok) throw new Error(`${command} ${args.join(" ")} failed:\n${outcome.text.slice(-2000)}`);
  return {
    wall: (performance.now() - started) / 1000,
    cpu: (childTicks() - before) / TICKS_PER_SECOND,
    peak,
    program,
  };
}

/** Pulumi's SDK has a script that runs the user's program. */
function isProgram({ command }) {
  return command.some((argument) =>
    /[/\\]@pulumi[/\\]pulumi[/\\]cmd[/\\]run(?:[/\\]index\.js)?$/.test(argument),
  );
}

/** CPU ticks of all children that have ended, and theirs: fields 16 and 17 of the kernel's record of us. */
function childTicks() {
  const fields = fieldsOf("self");
  return Number(fields[13]) + Number(fields[14]);
}
