import * as zod from "zod";
import * as output from "../../../provider/hosts/output";

/** The life cycles of all kinds of resources, as the engine loads them. */
export type Providers = typeof import("../../../provider");

/** As a new process loads them; what keeps no state is loaded once, and what listens to the output of this process. */
export function newProviders(): Providers {
  let providers: Providers | undefined;
  jest.isolateModules(() => {
    jest.doMock("zod", () => zod);
    jest.doMock("../../../provider/hosts/output", () => output);
    providers = require("../../../provider");
  });
  if (!providers) throw new Error("the provider was not loaded");
  return providers;
}
