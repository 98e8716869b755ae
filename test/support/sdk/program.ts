/** Runs a piece of a user's program as the engine would: in a stack, with configuration, in a preview or an update. */
import * as pulumi from "@pulumi/pulumi";
import type { Service } from "../service";

/** How a program is run. */
interface Circumstances {
  /** @default false */
  preview?: boolean;
  /** The key in `checks:apiKey`. @default the read-write key of project alpha */
  apiKey?: string;
  /** Further configuration. */
  config?: Record<string, string>;
}

/** One run of a program, and what it returned. */
export async function inProgram<T>(
  service: Service,
  program: () => T | Promise<T>,
  { preview = false, apiKey = service.key, config = {} }: Circumstances = {},
): Promise<T> {
  const { url } = service.emulator;
  pulumi.runtime.setAllConfig({ "checks:url": url, "checks:apiKey": apiKey, ...config }, ["checks:apiKey"]);
  await pulumi.runtime.setMocks(
    {
      // A preview knows no id of what is still to be made, and none of its outputs.
      newResource: ({ name, inputs }) => ({ id: preview ? "" : name, state: inputs }),
      call: ({ inputs }) => inputs,
    },
    "jobs",
    "dev",
    preview,
  );
  let result: { value: T } | { error: unknown } | undefined;
  await pulumi.runtime.runInPulumiStack(async () => {
    try {
      result = { value: await program() };
    } catch (error) {
      result = { error };
    }
    return {};
  });
  await pulumi.runtime.disconnect();
  if (!result) throw new Error("the program was not run");
  if ("error" in result) throw result.error;
  return result.value;
}

/** The line that a program dies of. Fails when it lives, or dies of anything but a RunError without a stack. */
export async function deathOf(program: Promise<unknown>): Promise<string> {
  const error = await program.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!pulumi.RunError.isInstance(error)) throw new Error(`not a RunError: ${String(error)}`);
  expect(error.stack).toBe("");
  expect(error.message).not.toContain("\n");
  return error.message;
}

/** What is inside an output. */
export interface Inside<T> {
  value: T;
  isKnown: boolean;
  isSecret: boolean;
}

/** Waits for an output. */
export async function insideOf<T>(output: pulumi.Output<T>): Promise<Inside<T>> {
  const inner = output as unknown as {
    promise(): Promise<T>;
    isKnown: Promise<boolean>;
    isSecret: Promise<boolean>;
  };
  const [value, isKnown, isSecret] = await Promise.all([inner.promise(), inner.isKnown, inner.isSecret]);
  return { value, isKnown, isSecret };
}
