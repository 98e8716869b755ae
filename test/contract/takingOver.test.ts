import { silent } from "../../provider/log";
import { check } from "../../provider/resources/check";
import { Session } from "../../provider/session";
import { Service } from "../support/service";

describe("taking over a check that exists", () => {
  let service: Service;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(() => service.stop());

  /** What the engine would do on the first `up`. */
  const create = (inputs: object) => {
    const configuration: Record<string, string> = {
      "checks:url": service.emulator.url,
      "checks:apiKey": service.key,
    };
    return check.create(new Session((key) => configuration[key], silent), { ...inputs });
  };

  it("leaves the service's spelling where it means the same, by slug and by UUID", async () => {
    const spelled = { tags: " prod   db prod", success_kw: "done, all good,", start_kw: " begin" };
    const bySlug = await service.request("POST", "/checks/", { slug: "by-slug", ...spelled });
    const byUuid = await service.request("POST", "/checks/", { slug: "by-uuid", ...spelled });
    const wanted = { tags: ["db", "prod"], successKw: ["all good", "done"], startKw: ["begin"] };
    await create({ slug: "by-slug", ...wanted });
    await create({ slug: "by-uuid", adopt: byUuid.uuid, ...wanted });
    expect(await service.checks()).toEqual([bySlug, byUuid]);
  });

  it("writes the program's spelling where the meaning differs", async () => {
    await service.request("POST", "/checks/", { slug: "backup", tags: "prod   db", success_kw: "done,  ok" });
    await create({ slug: "backup", tags: ["prod", "web"], successKw: ["done", "ok"] });
    expect(await service.check("backup")).toMatchObject({ tags: "prod web", success_kw: "done,  ok" });
  });

  it("lets a check that is named by its UUID keep a slug that another one has too", async () => {
    const first = await service.request("POST", "/checks/", { slug: "backup" });
    const second = await service.request("POST", "/checks/", { slug: "backup" });
    await create({ slug: "backup", adopt: second.uuid });
    expect(await service.checks()).toEqual([first, second]);
  });

  it("gives no check a slug that another one has", async () => {
    const first = await service.request("POST", "/checks/", { slug: "backup" });
    const second = await service.request("POST", "/checks/", { slug: "other" });
    await expect(create({ slug: "backup", adopt: second.uuid })).rejects.toThrow(
      `check "backup": slug: another check has this slug already: ${first.uuid}`,
    );
    expect(await service.checks()).toEqual([first, second]);
  });
});
