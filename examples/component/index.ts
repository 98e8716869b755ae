// A component of your own: whoever creates a database gets its checks with it.
import * as pulumi from "@pulumi/pulumi";
import { Check, type CheckArgs, hours, minutes } from "pulumi-checks";

interface DatabaseArgs {
  /** When its backup runs: cron, in UTC. */
  backup: pulumi.Input<string>;
  channels: CheckArgs["channels"];
}

class Database extends pulumi.ComponentResource {
  readonly backup: Check;
  readonly replication: Check;

  constructor(name: string, { backup, channels }: DatabaseArgs, options?: pulumi.ComponentResourceOptions) {
    super("example:index:Database", name, {}, options);
    const common = { tags: ["db", name], ...(channels !== undefined && { channels }) };
    this.backup = new Check(
      `${name}-backup`,
      { slug: `${name}-backup`, schedule: backup, grace: hours(1), ...common },
      { parent: this },
    );
    this.replication = new Check(
      `${name}-replication`,
      { slug: `${name}-replication`, timeout: minutes(5), grace: minutes(5), ...common },
      { parent: this },
    );
    this.registerOutputs({ backup: this.backup.slug, replication: this.replication.slug });
  }
}

const orders = new Database("orders", { backup: "30 2 * * *", channels: "*" });
new Database("customers", { backup: "30 3 * * *", channels: "*" });

/** The backup of the orders requests this when it is done. A secret. */
export const ordersBackupPingUrl = orders.backup.pingUrl;
