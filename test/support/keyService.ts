/** Where the stacks of tests have the key of their secrets from: a service of the run, in the words of Vault. */
import { given } from "./library";

/** In the environment of a stack: its key is derived from the passphrase, as for most users, at a sixth of a second a command. */
export const WITH_PASSPHRASE = { PULUMI_CHECKS_SECRETS: "passphrase" } as const;

/** What `pulumi` needs in its environment for the service. */
export const keyService = () => ({
  VAULT_SERVER_URL: given("PULUMI_CHECKS_VAULT"),
  VAULT_SERVER_TOKEN: "tests",
});

/** The `--secrets-provider` of a stack with this environment. */
export function secretsProvider(environment: Readonly<Record<string, string>>): string {
  return environment.PULUMI_CHECKS_SECRETS ?? "hashivault://stacks";
}
