import { htmlPage } from "../../../../cli/coverage/formats/page";
import { gapsOfEachKind, reportOf } from "../../../support/cli/coverage/reports";
import { itIsSound } from "../../../support/soundPage";

const REPORTS = {
  covered: reportOf([]),
  gaps: reportOf(gapsOfEachKind(), {
    problems: ["a.yaml:3 is not YAML"],
    notes: ["deploy: no job was found in it"],
  }),
  unbreakable: reportOf(gapsOfEachKind("x".repeat(100), "y".repeat(500))),
};

describe.each(Object.entries(REPORTS))("the page of a report: %s", (_name, report) => {
  itIsSound(() => htmlPage(report));
});
