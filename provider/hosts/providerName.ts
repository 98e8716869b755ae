/** Names of provider resources. */

/** Whether the engine gives such a name to the provider of resources that name none: `default`, `default_1_2_3`. */
export function isDefaultName(name: string): boolean {
  return /^default(_|$)/.test(name);
}

/** Why no other provider can have such a name. */
export function refusedName(name: string): string {
  return `the provider ${JSON.stringify(name)}: the engine calls the provider of resources that name none so, and its settings are the stack's. Give this one another name`;
}
