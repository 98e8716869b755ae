/** Which engine a process serves. An address names it only while it runs: a later engine may get the same port. */
import { readFileSync } from "node:fs";
import { endianness } from "node:os";

/** The tables of sockets, which only Linux has as files. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
const LISTENING = "0A";
/** The column of a socket's number in their lines. */
const INODE = 9;

/**
 * A name of the engine's run that all of its processes share and no other engine has: its address and the number of the
 * socket that listens there. Where the system does not show that number, it is the address alone.
 */
export function runNameOf(address: string): string {
  const colon = address.lastIndexOf(":");
  const [host, port] = [address.slice(0, colon), Number(address.slice(colon + 1))];
  const listeners = TABLES.flatMap((file) => textOf(file).split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && portOf(local) === port);
  // Somebody else may begin, in the middle of the run, to listen at this port of another address.
  const socket = listeners.find(([, local]) => local?.startsWith(`${inTable(host)}:`)) ?? listeners[0];
  return [address, socket?.[INODE]].join(" ");
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Another system, or one that shows it to nobody.
    return "";
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
