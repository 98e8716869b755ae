/**
 * The demo's story. The command has made everything ready before: the packages, the library in `dist`, the
 * engine.
 *
 * @param root the checkout
 * @param engine the folder that holds `pulumi` and its hosts
 * @param folder an empty folder for the demo's project and state; it is removed afterwards
 * @param environment what a run of `pulumi` needs besides, so that all its state is in `folder`
 */
export async function story({ engine }) {
  process.stdout.write(`The demo's story is still to be written; the engine is in ${engine}.\n`);
}
