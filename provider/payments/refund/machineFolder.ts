/** Where the refunds of one user on this machine take turns. */
import type { Log } from "../../core/log";
import { machineFolder as folderFor, type Places, type Purpose } from "../../core/machineFolder";

const TURNS: Purpose = {
  name: "refunds",
  what: "taking turns on this machine",
  without: "nothing would stop two runs from refunding at the same time",
  temporary: (folder, home) =>
    `${home} is not writable, so refunds take turns in ${folder}, where processes with another temporary folder are not seen`,
};

/**
 * The folder for notes, made if need be. Where it has to be one that other processes may not share, that is said.
 * @throws {ChecksError} when there is none: without it nothing keeps two runs apart.
 */
export function machineFolder(log: Log, places?: Places): Promise<string> {
  return folderFor(TURNS, log, places);
}
