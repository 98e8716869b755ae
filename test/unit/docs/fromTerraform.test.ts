/** The commands of docs/migrate-from-terraform.md, beside what the command line says itself. */
import { writtenText } from "../../../cli/adopt/show";
import { blocks, linesOf } from "../../support/readme";

describe("somebody who comes from Terraform", () => {
  it("is told what the new project needs before its first `pulumi up`, as `adopt apply` says it", () => {
    const written = ["Pulumi.yaml", "package.json", "index.ts"];
    const said = writtenText("../monitoring", { written, same: [], leftOver: [] });
    const steps = blocks("docs/migrate-from-terraform.md").filter(({ heading }) =>
      /Take the checks over/.test(heading),
    );
    const commands = steps.flatMap(linesOf).map(({ command }) => command);
    const before = commands.slice(0, commands.indexOf("pulumi up"));
    for (const needed of ["npm install", "pulumi stack init"]) {
      expect(said).toContain(`\`${needed}\``);
      expect(before).toContainEqual(expect.stringContaining(needed));
    }
  });
});
