/** Time of a wait that is the emulator's: pausing moves its clock, so that a test of minutes takes none. */
import type { Pace } from "../../../cli/wait/watch";
import type { EmulatorAdmin } from "../../../emulator";

/** What happens once the wait has lasted so many seconds. */
type Event = { after: number; happens: () => Promise<unknown> };

export class EmulatorPace implements Pace {
  private readonly began: number;
  private passed = 0;
  private readonly events: Event[] = [];

  private constructor(
    private readonly admin: EmulatorAdmin,
    now: number,
  ) {
    this.began = now * 1000;
  }

  static async start(admin: EmulatorAdmin): Promise<EmulatorPace> {
    return new EmulatorPace(admin, await admin.now());
  }

  /** Has something happen once the wait has lasted so many seconds. */
  after(seconds: number, happens: () => Promise<unknown>): this {
    this.events.push({ after: seconds, happens });
    return this;
  }

  now(): number {
    return this.began + this.passed * 1000;
  }

  isOver(): boolean {
    return false;
  }

  async pause(milliseconds: number): Promise<void> {
    this.passed += milliseconds / 1000;
    await this.admin.advance(milliseconds / 1000);
    for (const event of this.events.filter(({ after }) => after <= this.passed)) {
      this.events.splice(this.events.indexOf(event), 1);
      await event.happens();
    }
  }
}
