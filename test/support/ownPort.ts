import { randomInt } from "node:crypto";
import { listening } from "./listening";

/**
 * A port of loopback that a test may leave and still know: nobody listens there then. One that the system
 * chooses is given to the next server of another test, which answers in the place of the one that is gone.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    // Below what Linux (32768), macOS and Windows (49152) choose from.
    const port = randomInt(20_000, 32_000);
    const server = await listening(port).catch(() => undefined);
    if (!server) continue;
    await server.close();
    return port;
  }
}
