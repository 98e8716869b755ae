import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { isInterrupted, sleep } from "../../../../provider/core/interruption";
import { endWithEngine } from "../../../../provider/hosts/engineGone";

/** What stands for an engine: somebody who listens. */
async function listening(): Promise<{ server: Server; address: string }> {
  const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it("a wait goes on while the engine is there, and ends when it was killed, with all that would come after it", async () => {
  const { server, address } = await listening();
  const gone = jest.fn();
  endWithEngine(address, gone, 10);
  for (let looks = 0; looks < 3; looks += 1) await once(server, "connection");
  expect(isInterrupted()).toBe(false);
  const waiting = expect(sleep(60_000, "delete")).rejects.toThrow("delete: interrupted while waiting");
  server.close();
  await waiting;
  expect(isInterrupted()).toBe(true);
  expect(gone).toHaveBeenCalledTimes(1);
});

it.each([undefined, "--help"])("looks for nothing where no address is told (%j)", (address) => {
  expect(() => endWithEngine(address)).not.toThrow();
});
