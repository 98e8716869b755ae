import { Stack } from "./engine";
import { Service } from "./service";

/** A service and a stack of one test, and their end. */
export interface Scene {
  service: Service;
  stack: Stack;
}

/** Gives each test of a `describe` a service and a stack of its own. */
export function eachWithScene(
  files: Record<string, string> = {},
  environment: Record<string, string> = {},
): Scene {
  const scene = {} as Scene;
  beforeEach(async () => {
    scene.service = await Service.start();
    scene.stack = new Stack({ ...scene.service.environment, ...environment }, files);
    await scene.stack.init();
  });
  afterEach(async () => {
    scene.stack.remove();
    await scene.service.stop();
  });
  return scene;
}
