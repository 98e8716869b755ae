/**
 * The service's clock: the machine's plus an offset that tests change. It keeps running. Moving it back is allowed, but
 * undoes nothing that already happened.
 */
export class Clock {
  private offset = 0;

  /** Milliseconds since 1970, as the service sees it. */
  now(): number {
    return Date.now() + this.offset;
  }

  /** Moves the clock forward by this many seconds. */
  advance(seconds: number): void {
    this.offset += seconds * 1000;
  }

  /** Sets the clock to a UNIX time in seconds. */
  set(unixSeconds: number): void {
    this.offset = Math.round(unixSeconds * 1000) - Date.now();
  }

  /** Returns to the machine's clock. */
  reset(): void {
    this.offset = 0;
  }

  /** The difference from the machine's clock in milliseconds; kept in the state file. */
  get offsetMs(): number {
    return this.offset;
  }

  set offsetMs(value: number) {
    this.offset = value;
  }
}

/** `2026-01-31T12:00:00+00:00`, the format of a check's and a flip's times. */
export function isoSeconds(ms: number | null): string | null {
  return ms === null ? null : `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
}

/** `2026-01-31T12:00:00.123000+00:00`, the format of a ping's date. */
export function isoMicroseconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23)}000+00:00`;
}
