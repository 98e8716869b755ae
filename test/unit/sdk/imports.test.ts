/** Libraries that a program which declares resources does not need; each takes as long to load as this package. */
const LATER = ["axios", "axios-retry", "hono", "@hono/node-server", "commander", "yaml"];

describe("importing the library", () => {
  afterEach(() => {
    jest.resetModules();
    for (const name of LATER) jest.dontMock(name);
  });

  it.each(["../../../sdk", "../../../provider"])(
    "%s loads no library that only requests or commands need",
    (room) => {
      const loaded: string[] = [];
      for (const name of LATER) {
        jest.doMock(name, () => {
          loaded.push(name);
          return {};
        });
      }
      jest.isolateModules(() => require(room));
      expect(loaded).toEqual([]);
    },
  );
});
