import { engineAddress } from "../../../../provider/hosts/engineAddress";

const ENGINE = "127.0.0.1:40001";

describe("the engine's address", () => {
  it.each([
    ["pulumi up", [ENGINE]],
    ["pulumi up --tracing", ["--tracing", "tcp://127.0.0.1:4242", ENGINE]],
    ["pulumi up --tracing to a file", ["--tracing", "file:./up.trace", ENGINE]],
    ["pulumi up --logflow -v=3 --logtostderr", ["--logtostderr", "-v=3", ENGINE]],
    [
      "all of them",
      ["--logtostderr", "-v=3", "--tracing", "https://traces.example.com:443/api", "localhost:40001"],
    ],
    ["a network without IPv4", ["[::1]:40001"]],
  ])("is found behind the flags of %s", (_, args) => {
    expect(engineAddress(args)).toBe(args.at(-1));
  });

  it.each([
    ["nothing is told", []],
    ["a plugin is started by hand", ["--help"]],
    ["only traces are told where to go", ["--tracing", "tcp://127.0.0.1:4242"]],
    ["the port is missing", ["127.0.0.1"]],
  ])("is not known where %s", (_, args) => {
    expect(engineAddress(args)).toBeUndefined();
  });
});
