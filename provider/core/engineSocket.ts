/** Which engine a process serves. An address names it only while it runs: a later engine may get the same port. */
import { readFile } from "node:fs/promises";

/** The tables of sockets, of which Linux alone has files. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
const LISTENING = "0A";
/** The column of a socket's number in their lines. */
const INODE = 9;

/**
 * Names the run of an engine for all of its processes, and for no other engine's: its address and the number of the
 * socket that listens there. Where the system does not tell that number, it is the address alone.
 */
export async function runNameOf(address: string): Promise<string> {
  const port = Number(address.slice(address.lastIndexOf(":") + 1));
  const tables = await Promise.all(TABLES.map((file) => readFile(file, "utf8").catch(() => "")));
  const socket = tables
    .flatMap((table) => table.split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => state === LISTENING && portOf(local) === port);
  return [address, socket?.[INODE]].join(" ");
}

/** `0100007F:1F90` is 127.0.0.1:8080. */
function portOf(local = ""): number {
  return Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16);
}
