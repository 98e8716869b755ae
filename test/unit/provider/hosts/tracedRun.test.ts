import { Session } from "../../../../provider/core/session";
import { dynamicProvider } from "../../../../provider/hosts/dynamic";
import { endWithEngine } from "../../../../provider/hosts/engineGone";
import { engineLog } from "../../../../provider/hosts/engineLog";
import { endWhenIdle } from "../../../../provider/hosts/idle";
import { check } from "../../../../provider/monitor/check/check";

jest.mock("../../../../provider/core/session", () => ({ Session: jest.fn() }));
jest.mock("../../../../provider/hosts/engineGone", () => ({ endWithEngine: jest.fn() }));
jest.mock("../../../../provider/hosts/engineLog", () => ({ engineLog: jest.fn() }));
// They listen to the process.
jest.mock("../../../../provider/hosts/output", () => ({ outliveReaders() {} }));
jest.mock("../../../../provider/hosts/cancellation", () => ({ hearCancellation() {} }));

it("with --tracing and --logflow the dynamic host speaks to its engine, names the run by it and ends with it", async () => {
  const ENGINE = "127.0.0.1:40001";
  const args = process.argv;
  process.argv = ["node", "provider", "--logtostderr", "-v=3", "--tracing", "tcp://127.0.0.1:4242", ENGINE];
  try {
    await dynamicProvider(check).configure({ config: { get: () => undefined, require: () => "" } } as never);
  } finally {
    process.argv = args;
  }
  expect(engineLog).toHaveBeenCalledWith(ENGINE);
  expect(endWithEngine).toHaveBeenCalledWith(ENGINE, endWhenIdle);
  expect(Session).toHaveBeenCalledWith(expect.any(Function), undefined, ENGINE);
});
