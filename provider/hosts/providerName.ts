/** Type and names of provider resources. */

/** The type of the plugin's, as the engine has it. */
export const PROVIDER_TYPE = "pulumi:providers:checks";

/** Whether the engine gives such a name to the provider of resources that name none: `default`, `default_1_2_3`. */
export function isDefaultName(name: string): boolean {
  return /^default(_|$)/.test(name);
}

/** Why no other provider can have such a name. */
export function refusedName(name: string): string {
  return `the provider ${JSON.stringify(name)}: the engine gives this name to the provider of resources that name none, which has the stack's settings. Give this provider another name`;
}
