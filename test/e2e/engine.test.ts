import { Stack } from "../support/engine";

/** `scripts/engine/dictionaries.mjs` has the engine read them only when it needs them. */
it("the engine's dictionaries tell a plain value that looks like a secret from one that is made of words", async () => {
  const stack = new Stack({});
  await stack.init();
  const set = (value: string) => stack.pulumi(["config", "set", "jobs:token", value]);
  expect(await set("passwordpassword")).toMatchObject({ code: 0 });
  const random = await set("7f9sq8dfzs9d8xk2");
  expect(random.code).not.toBe(0);
  expect(random.text).toContain("'jobs:token' looks like a secret");
  stack.remove();
});
