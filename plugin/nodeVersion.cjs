/** Loaded before the plugin: it must run in any Node, so that one that is too old is told by name. */
const OLDEST_NODE = 20;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `pulumi-resource-checks needs Node ${OLDEST_NODE} or newer, and \`node\` on PATH is ${process.versions.node}: install a newer one.\n`,
  );
  process.exit(1);
}
