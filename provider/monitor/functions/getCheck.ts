import { z } from "zod";
import { checkFromWire, checkResult } from "./checkResult";
import { projectFunction } from "./projectFunction";
import { findCheck, namesOneCheck, ONE_CHECK, selectorFields } from "./selector";

/** `GET /api/v3/checks/<uuid or unique key>`, or one list for all look-ups by slug. */
export const getCheck = projectFunction({
  name: "getCheck",
  args: z.strictObject(selectorFields).refine(namesOneCheck, ONE_CHECK),
  result: checkResult,
  async look(project, selector, afresh) {
    return checkFromWire(await findCheck(project, selector, afresh));
  },
});
