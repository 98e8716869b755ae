import { htmlPage } from "../../../../cli/drift/formats/page";
import { CLEAN, DRIFTED, manyFindings, reportOf } from "../../../support/cli/drift/reports";
import { itIsSound } from "../../../support/soundPage";

/** Words without a place to break, in every part of the page. */
const UNBREAKABLE = reportOf([
  {
    class: "changed",
    check: {
      slug: "x".repeat(100),
      name: "n".repeat(100),
      tags: ["t".repeat(200)],
      project: "p",
      uniqueKey: "k",
    },
    declaredBy: { stack: `jobs/${"s".repeat(90)}`, kind: "Check", resource: "r", file: "f".repeat(120) },
    fields: [
      { field: "desc", declared: "d".repeat(3000), applied: "", live: "https://example.com/".repeat(50) },
    ],
  },
]);

const REPORTS = { drifted: DRIFTED, clean: CLEAN, unbreakable: UNBREAKABLE, large: manyFindings(60) };

describe.each(Object.entries(REPORTS))("the page of a %s report", (_name, report) => {
  itIsSound(() => htmlPage(report));
});
