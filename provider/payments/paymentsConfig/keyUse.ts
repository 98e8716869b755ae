/** A test key is no live key: one key is for one environment, in all of a program. The keys stay in memory. */
import type { Environment } from "../api";

/** The key of the settings, whatever it is. */
const OF_THE_SETTINGS = Symbol("secretKey of the settings");

/** Which resource uses which key for what, of those that have been told. */
export class KeyUse {
  private readonly users = new Map<string | symbol, { name: string; environment: Environment }>();

  /**
   * Notes a use down. Gives what is wrong with it, if another resource uses the key for the other environment. That a key is
   * no text is told beside this.
   */
  problem(name: string, environment: Environment, secretKey: unknown): string | undefined {
    if (secretKey !== undefined && typeof secretKey !== "string") return undefined;
    const key = secretKey?.trim() ?? OF_THE_SETTINGS;
    const user = this.users.get(key) ?? { name, environment };
    this.users.set(key, user);
    if (user.environment === environment) return undefined;
    return `${JSON.stringify(user.name)} uses the same key for ${user.environment}. A test key belongs to sandbox, a live key to production`;
  }
}
