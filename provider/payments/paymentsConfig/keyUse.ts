/** A test key is not a live key: each key of a program is for one environment. The keys stay in memory. */
import type { Environment } from "../api";

/** The key of the settings, whatever it is. */
const OF_THE_SETTINGS = Symbol("secretKey of the settings");

/** Which resource uses which key for which environment. */
export class KeyUse {
  private readonly users = new Map<string | symbol, { name: string; environment: Environment }>();

  /**
   * Notes the use of a key; returns the problem if another resource uses it for the other environment. A key that is not
   * a text, and what is no environment, as JavaScript may give it, are reported elsewhere.
   */
  problem(name: string, environment: unknown, secretKey: unknown): string | undefined {
    if (!isEnvironment(environment)) return undefined;
    if (secretKey !== undefined && typeof secretKey !== "string") return undefined;
    const key = secretKey?.trim() ?? OF_THE_SETTINGS;
    const user = this.users.get(key) ?? { name, environment };
    this.users.set(key, user);
    if (user.environment === environment) return undefined;
    return `${JSON.stringify(user.name)} uses the same key for ${user.environment}. A test key belongs to sandbox, a live key to production`;
  }
}

function isEnvironment(given: unknown): given is Environment {
  return given === "sandbox" || given === "production";
}
