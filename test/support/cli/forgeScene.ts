/** Stacks in a folder, the service that they are about, and a forge that is told of their drift. */
import { Service } from "../service";
import { DriftScene } from "./driftScene";
import { ForgeStub } from "./forgeStub";

export interface ForgeScene {
  service: Service;
  forge: ForgeStub;
  scene: DriftScene;
}

/** Begins one for each test of a file, and ends it. */
export function inForgeScene(begin: (parts: ForgeScene) => unknown): void {
  let parts: ForgeScene;
  beforeEach(async () => {
    const service = await Service.start();
    parts = { service, forge: await new ForgeStub().start(), scene: new DriftScene() };
    await begin(parts);
  });
  afterEach(async () => {
    parts.scene.end();
    await parts.forge.stop();
    await parts.service.stop();
  });
}
