import * as zod from "zod";

/** The life cycles of all kinds of resources, as the engine loads them. */
export type Providers = typeof import("../../../provider");

/** As a new process loads them; of the libraries, what keeps no state is loaded once. */
export function newProviders(): Providers {
  let providers: Providers | undefined;
  jest.isolateModules(() => {
    jest.doMock("zod", () => zod);
    providers = require("../../../provider");
  });
  if (!providers) throw new Error("the provider was not loaded");
  return providers;
}
