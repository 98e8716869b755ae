/** The version of this package, which can name itself wherever it is installed. */
export const version: string = (require("pulumi-checks/package.json") as { version: string }).version;
