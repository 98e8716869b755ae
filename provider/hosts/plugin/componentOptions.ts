/** What a program says of a component, as the request has it: the SDK beside a plugin from npm may be an older one. */
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";

/** What it was before. Engines and SDKs of before February 2026 have texts: its URN, or none for an alias in parts. */
export function aliasesOf(request: ConstructRequest): Alias[] {
  const given: readonly (Alias | string)[] = request.getAliasesList();
  return given.flatMap((one) => {
    if (typeof one !== "string") return [one];
    return one === "" ? [] : [new Alias().setUrn(one)];
  });
}

/** Whether it outlives the program; undefined where that says nothing, which an SDK before 3.154 does not tell from no. */
export function retainOnDeleteOf(request: ConstructRequest): boolean | undefined {
  const retains = request.getRetainondelete() ?? false;
  return (request.hasRetainondelete?.() ?? retains) ? retains : undefined;
}
