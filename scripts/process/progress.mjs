import { whenStopped } from "./interrupt.mjs";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 120;
/** A step that is over sooner is told by its last line alone. */
const WORTH_A_START_MS = 800;
const SIGN_OF_LIFE_MS = 10_000;

const CLEARED = "\r\x1b[K";
/** How many lines of steps move now. */
let movingLines = 0;

/** One line on stderr, which is where everything goes that is not a command's answer. */
export function say(line) {
  process.stderr.write(`${movingLines > 0 ? CLEARED : ""}${line}\n`);
}

/**
 * Tells on stderr that `work` runs, how far it is and how long it took: one moving line on a terminal, a plain
 * line now and then elsewhere. `work` gets a function to tell how far it is; what it returns is the result.
 *
 * - `loud`: the work prints by itself, so a moving line would get into its way.
 * - `result`: words for the last line, made from what `work` returned.
 */
export async function step(title, work, { loud = false, result = () => "done" } = {}) {
  const started = Date.now();
  let detail = "";
  const seconds = () => (Date.now() - started) / 1000;
  const ticker = (isTerminal() ? (loud ? silent : moving) : plain)(title, () => detail, seconds);
  try {
    const value = await work((text) => {
      detail = text;
    });
    ticker.end();
    say(`${title}: ${result(value)} (${seconds().toFixed(1)} s)`);
    return value;
  } catch (error) {
    ticker.end();
    say(`${title}: failed (${seconds().toFixed(1)} s)`);
    throw error;
  }
}

function isTerminal() {
  return Boolean(process.stderr.isTTY) && !process.env.CI && process.env.TERM !== "dumb";
}

function moving(title, detail, seconds) {
  let frame = 0;
  const clear = () => process.stderr.write(CLEARED);
  movingLines += 1;
  const timer = setInterval(() => {
    const line = [`${FRAMES[frame++ % FRAMES.length]} ${title}`, detail(), `${Math.floor(seconds())} s`];
    const text = line.filter(Boolean).join(" · ");
    process.stderr.write(`\r${text.slice(0, (process.stderr.columns ?? 80) - 1)}\x1b[K`);
  }, FRAME_MS);
  const forget = whenStopped(clear);
  return {
    end() {
      clearInterval(timer);
      forget();
      movingLines -= 1;
      clear();
    },
  };
}

function plain(title, detail, seconds) {
  const first = setTimeout(() => say(`${title} …`), WORTH_A_START_MS);
  const timer = setInterval(() => {
    say(`${title} … ${[detail(), `${Math.floor(seconds())} s`].filter(Boolean).join(", ")}`);
  }, SIGN_OF_LIFE_MS);
  return {
    end() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

function silent(title) {
  say(`${title} …`);
  return { end() {} };
}
