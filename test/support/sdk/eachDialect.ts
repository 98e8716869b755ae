import type { DialectName } from "../../../emulator";
import { Service } from "../service";

/** The same tests against both ways of reading the interface, each with a service of its own. */
export function describeWithService(title: string, tests: (service: () => Service) => void): void {
  describe.each<DialectName>(["server", "spec"])(`${title} (dialect %s)`, (dialect) => {
    let service: Service;
    beforeAll(async () => {
      service = await Service.start({ dialect });
    });
    beforeEach(() => service.admin.reset());
    afterAll(() => service.stop());
    tests(() => service);
  });
}
