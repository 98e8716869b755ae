/** Which engine a process serves. An address names it only while it runs: a later engine may get the same port. */
import { closeSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";

/** The tables of sockets, which only Linux has as files. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
const LISTENING = "0A";
/** The column of a socket's number in their lines. */
const INODE = 9;
/** Of an IPv4 socket's line. */
const LINE_BYTES = 150;

/**
 * A name of the engine's run that all of its processes share and no other engine has: its address and the number of the
 * socket that listens there. Where the system does not show that number, it is the address alone.
 */
export function runNameOf(address: string): string {
  const colon = address.lastIndexOf(":");
  const [host, port] = [address.slice(0, colon), Number(address.slice(colon + 1))];
  return [address, socketAt(host, port)].join(" ");
}

/** Somebody else may begin, in the middle of the run, to listen at this port of another address. */
function socketAt(host: string, port: number): string | undefined {
  let elsewhere: string | undefined;
  for (const line of lines()) {
    const columns = line.trim().split(/\s+/);
    const [, local, , state] = columns;
    if (state !== LISTENING || portOf(local) !== port) continue;
    if (local?.startsWith(`${inTable(host)}:`)) return columns[INODE];
    elsewhere ??= columns[INODE];
  }
  return elsewhere;
}

/**
 * The lines of both tables, one at a time, because those that listen come first: to tell that there are no others takes
 * the system some milliseconds.
 */
function* lines(): Generator<string> {
  for (const table of TABLES) yield* linesOf(table);
}

function* linesOf(table: string): Generator<string> {
  let file: number | undefined;
  try {
    file = openSync(table, "r");
    const piece = Buffer.alloc(LINE_BYTES);
    let text = "";
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece)) {
      text += piece.toString("latin1", 0, bytes);
      const whole = text.split("\n");
      text = whole.pop() ?? "";
      yield* whole;
    }
  } catch {
    // Another system, or one that shows it to nobody.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** `0100007F:1F90` is 127.0.0.1:8080. */
function portOf(local = ""): number {
  return Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16);
}

/** How the table writes an IPv4 address: as the machine has the number in its memory. */
function inTable(host: string): string {
  const bytes = host.split(".").map((part) => Number(part).toString(16).padStart(2, "0").toUpperCase());
  return (endianness() === "LE" ? bytes.reverse() : bytes).join("");
}
