import { utimesSync, writeFileSync } from "node:fs";

/** Writes a file that was last touched so many seconds ago; a negative number is for a clock that was wrong. */
export function writeAged(file: string, secondsAgo: number, text = ""): void {
  writeFileSync(file, text);
  setAge(file, secondsAgo);
}

/** Makes a file one that was last touched so many seconds ago. */
export function setAge(file: string, secondsAgo: number): void {
  const then = Date.now() / 1000 - secondsAgo;
  utimesSync(file, then, then);
}
