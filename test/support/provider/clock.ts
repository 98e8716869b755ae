const Real = Date;
afterEach(() => {
  globalThis.Date = Real;
});

/**
 * Sets the machine's clock forward, or back, by so many milliseconds until the end of the test, as NTP does, or
 * somebody: the time that counts from the start of the process goes on as before.
 */
export function setClock(by: number): void {
  const Before = Date;
  class Moved extends Before {
    constructor(...given: [] | [string | number | Date]) {
      const [time = Before.now() + by] = given;
      super(time);
    }

    static override now(): number {
      return Before.now() + by;
    }
  }
  globalThis.Date = Moved as DateConstructor;
}
