/** Where the refunds of one user on this machine take turns. */
import type { Log } from "../../core/log";
import { machineFolder as folderFor, type Places, type Purpose } from "../../core/machineFolder";

const TURNS: Purpose = {
  name: "refunds",
  what: "taking turns on this machine",
  without: "nothing would keep two runs apart",
  temporary: (folder, home) =>
    `refunds take turns in ${folder}, as ${home} cannot be written: processes with another temporary folder are not seen`,
};

/**
 * The folder for notes, made if need be. Where it has to be one that other processes may not share, that is said.
 * @throws {ChecksError} when there is none: without it nothing keeps two runs apart.
 */
export function machineFolder(log: Log, places?: Places): Promise<string> {
  return folderFor(TURNS, log, places);
}
