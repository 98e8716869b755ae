/** What the aliases of a `checks:payments:Refund` mean for the rows behind it. */
import { pluginTypes, typeOf } from "../definitions";
import { isRowOf, noteName } from "../refundRows";
import { labelOf, nameIn } from "../urnParts";
import { urnBelow } from "./urns";

/** URNs that the component and its rows had, and how a note names who recorded it. */
export interface RefundAliases {
  component: string[];
  rows: string[];
  notes: string[];
  formerly: string[];
}

/**
 * A program in TypeScript has no component: its aliases are those of the row itself, under the type of either host, and its
 * note, too, may be one of the dynamic host.
 */
export function refundAliases(urns: readonly string[], transactionNumber: string): RefundAliases {
  const [ofRows, component] = [urns.filter(isOfRow), urns.filter((urn) => !isOfRow(urn))];
  const dynamic = ofRows.map((urn) => withType(urn, typeOf("dynamic", "refund")));
  return {
    component,
    rows: [
      ...component.map((urn) => urnBelow(urn, pluginTypes.refund, nameIn(urn))),
      ...dynamic,
      ...ofRows.map((urn) => withType(urn, pluginTypes.refund)),
    ],
    notes: ofRows.flatMap((urn) => [
      atTop(urn, typeOf("dynamic", "refundAttempt"), noteName(transactionNumber)),
      // Earlier versions named it as the `Refund`.
      withType(urn, typeOf("dynamic", "refundAttempt")),
    ]),
    formerly: [...component, ...dynamic].map(labelOf),
  };
}

function isOfRow(urn: string): boolean {
  return isRowOf("refund", urn);
}

/** The URN with another type, below the same parents. */
function withType(urn: string, type: string): string {
  const [place, project, types = "", ...name] = urn.split("::");
  return [place, project, [...types.split("$").slice(0, -1), type].join("$"), ...name].join("::");
}

/** The URN of a resource without a parent, in the same stack. */
function atTop(urn: string, type: string, name: string): string {
  const [place, project] = urn.split("::");
  return [place, project, type, name].join("::");
}
