import type { EmulatorOptions } from "../../../emulator";
import { Service } from "../service";

/** Starts services that are stopped after the test that started them, however that ends. */
export function withServices(): (options?: EmulatorOptions) => Promise<Service> {
  const running: Service[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.stop()));
  });
  return async (options) => {
    const service = await Service.start(options);
    running.push(service);
    return service;
  };
}
