/**
 * What a stranger's program is promised by the types; checked by `npm run typecheck`. An `any` anywhere in a result
 * would make `Same` fail, as it is the same as nothing else.
 */
import type * as pulumi from "@pulumi/pulumi";
import {
  type CheckResult,
  type FoundCheck,
  type getBadges,
  getBadgesOutput,
  type getChannels,
  getCheck,
  getCheckOutput,
  getChecks,
  getChecksOutput,
  type getFlips,
  getFlipsOutput,
  getPingBody,
  type getPings,
  type getStatus,
} from "../../../sdk";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function holds<_ extends true>(): void;
type Result<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
type Channel = { id: string; name: string; kind: string };

holds<Same<FoundCheck["pingUrl"], pulumi.Output<string> | undefined>>();
holds<Same<CheckResult["pingUrl"], string | undefined>>();
holds<Same<Result<typeof getCheck>, FoundCheck>>();
holds<Same<FoundCheck["tags"], string[]>>();
holds<Same<FoundCheck["channels"], string[] | undefined>>();
holds<Same<FoundCheck["timeout"], number | undefined>>();
holds<Same<FoundCheck["grace"], number>>();
holds<Same<FoundCheck["manualResume"], boolean>>();
holds<Same<FoundCheck["methods"], "" | "POST">>();
holds<Same<FoundCheck["uuid"], string | undefined>>();
holds<Same<FoundCheck["uniqueKey"], string>>();
holds<Same<FoundCheck["nPings"], number>>();
holds<Same<FoundCheck["lastPing"], string | undefined>>();
holds<Same<FoundCheck["lastDuration"], number | undefined>>();
holds<Same<AnyKey<FoundCheck>, never>>();
holds<Same<Result<typeof getChecks>["checks"], FoundCheck[]>>();

holds<Same<Result<typeof getChannels>["channels"], Channel[]>>();
holds<Same<Result<typeof getFlips>["flips"], { timestamp: string; up: boolean }[]>>();
holds<Same<Result<typeof getFlips>["uptimeRatio"], number | undefined>>();
holds<Same<Result<typeof getFlips>["downtimeSeconds"], number>>();
holds<Same<Result<typeof getFlips>["knownRatio"], number | undefined>>();
holds<Same<AnyKey<Result<typeof getFlips>>, never>>();
holds<Same<AnyKey<Result<typeof getPings>["pings"][number]>, never>>();
holds<Same<Result<typeof getPings>["pings"][number]["duration"], number | undefined>>();
holds<Same<Result<typeof getPingBody>["body"], string | undefined>>();
holds<Same<Result<typeof getPingBody>["bodyBase64"], string>>();
holds<Same<Result<typeof getBadges>["badge"]["shields3"], string>>();
holds<Same<AnyKey<Result<typeof getBadges>["badge"]>, never>>();
holds<Same<Result<typeof getStatus>["healthy"], boolean>>();

/** The keys whose type is any. */
type AnyKey<T> = { [K in keyof T]-?: 0 extends 1 & T[K] ? K : never }[keyof T];

/** Outputs of a result are outputs at every key, and fit into other resources. */
declare const uuid: pulumi.Output<string>;
declare const maybe: string | undefined;
getCheckOutput({ uuid }).pingUrl satisfies pulumi.Output<string | undefined>;
getCheckOutput({ uuid }).status satisfies pulumi.Input<string>;
getChecksOutput({ tags: ["prod", uuid] }).checks satisfies pulumi.Output<object[]>;
getFlipsOutput({ uuid, start: new Date(), end: 5 }).uptimeRatio satisfies pulumi.Output<number | undefined>;
getBadgesOutput().badge.markdown satisfies pulumi.Input<string>;
getCheck({ slug: maybe, project: maybe }) satisfies Promise<FoundCheck>;

// @ts-expect-error: the promise form does not take outputs
getCheck({ uuid });
// @ts-expect-error: there is no such argument
getCheck({ id: "a" });
// @ts-expect-error: a ping has a number
getPingBody({ slug: "a" });
// @ts-expect-error: tags are a list
getChecks({ tags: "prod" });
// @ts-expect-error: Pulumi takes Dates in outputs apart
getFlipsOutput({ uuid, start: uuid.apply(() => new Date()) });
