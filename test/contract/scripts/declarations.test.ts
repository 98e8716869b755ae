import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { checkFields } from "../../../provider/monitor/check/checkFields";
import { TEMPLATE_OPTIONS } from "../../support/readme";
import { compilerErrors, userProject, userProjectWithCopy } from "../../support/userProject";

const ROOT = join(__dirname, "..", "..", "..");
const SDK = join(ROOT, "dist", "sdk");
const declarations = (file: string) => readFileSync(join(SDK, `${file}.d.ts`), "utf8");
const bodyOf = (file: string, name: string) =>
  new RegExp(`^(?:export )?interface ${name} \\{\n([^]*?)\n\\}`, "m").exec(declarations(file))?.[1] ?? "";

describe("the types of the compiled library", () => {
  it.each([
    ["monitor/check", "CheckArgs"],
    ["monitor/check", "Check"],
    ["monitor/channelAssignment", "ChannelAssignmentArgs"],
    ["monitor/functions/getFlips", "GetFlipsResult"],
    ["payments/paymentsConfig", "PaymentsConfigArgs"],
    ["payments/refund", "RefundArgs"],
    ["payments/invoiceShare", "InvoiceShareArgs"],
    ["monitor/functions/getChecks", "GetChecksResult"],
    ["monitor/functions/getChecks", "GetChecksOutputResult"],
    ["payments/getTransaction", "Transaction"],
    ["payments/screen", "ScreenArgs"],
    ["provider", "ProviderArgs"],
    ["provider", "MerchantArgs"],
  ])("have %s's %s written out, without anything that is worked out", (file, name) => {
    const body = bodyOf(file, name);
    expect(body).toContain("/**");
    expect(body).not.toMatch(
      /\b(?:ArgsOf|OutputsOf|ResultOf|InputsOf|DeepInput|Given|typeof|extends|infer)\b|"\//,
    );
    for (const [member] of body.matchAll(/^ {4}(?:readonly )?\w+\??:/gm)) {
      expect(body.slice(0, body.indexOf(member))).toMatch(/\*\/\n$/);
    }
  });

  it("have the fields in the order in which they are declared", () => {
    const names = [...bodyOf("monitor/check", "CheckArgs").matchAll(/^ {4}(\w+)\??:/gm)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(Object.keys(checkFields));
  });

  it("tell who hovers over a field what it is, its unit, its default, and what to use instead", () => {
    const text = declarations("monitor/check");
    expect(text).toMatch(
      /Expected time between pings[^\n]*seconds[^\n]*\n {5}\* @default 86400\n {5}\*\/\n {4}timeout\?: pulumi\.Input<string \| number \| undefined>;/,
    );
    expect(text).toMatch(/@deprecated Use `successKw`[^\n]*\n {5}\*\/\n {4}subject\?:/);
    expect(text).not.toContain("declared");
  });
});

/** Resources of several entries that take each other, two services, and settings of a merchant in both ways. */
const TOGETHER = `
import { CronJob } from "@pulumi/kubernetes/batch/v1";
import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check, getCheckOutput, hours, monitored, payments, Provider, withDefaults } from "pulumi-checks";
import { startEmulator, type Emulator } from "pulumi-checks/emulator";
import { MonitoredCronJob } from "pulumi-checks/kubernetes";
import { checksPolicies } from "pulumi-checks/policy";
import type { MerchantOptions } from "pulumi-checks/payments";

const settings: MerchantOptions = { profile: "sadad", requestsPerMinute: 60, timeoutSeconds: "30s", statusIds: { "5": "Pending" } };
const merchant = { ...settings, accessToken: pulumi.secret("token") };
const [here, there] = ["here", "there"].map((name) => new Provider(name, { apiKey: name, merchant }));
const backup = new Check("backup", { slug: "backup", grace: hours(1) }, { provider: here });
withDefaults({ tags: ["prod"] });
const report = new Check("report", { slug: backup.slug }, { provider: there });
new ChannelAssignment("pager", { check: backup, channels: ["Pager"] }, { provider: here, dependsOn: [report] });
new ChannelAssignment("mail", { check: report.uuid, channels: "*" }, { provider: there });
export const status = getCheckOutput({ uuid: report.uuid }).status;
const refund = new payments.Refund("T-1", { transactionNumber: "T-1" }, { provider: here, dependsOn: backup });
export const reverse: pulumi.Output<string | undefined> = refund.reverse.apply((found) => found?.websiteRefNo ?? undefined);
export const sent: Promise<payments.Transaction> = payments.getTransaction({ transactionNumber: "T-1" }, settings);
export const job = (args: ConstructorParameters<typeof MonitoredCronJob>[1]) => new MonitoredCronJob("job", args).cronJob satisfies CronJob;
export const policies = checksPolicies();
export const emulator: Promise<Emulator> = startEmulator();
export { monitored };
// @ts-expect-error: no number of requests
export const wrong: MerchantOptions = { requestsPerMinute: {} };
`;

describe("a project of Pulumi's own template, in which the declarations of libraries are checked, too", () => {
  const ENTRIES = ["", "/payments", "/kubernetes", "/policy", "/provider", "/emulator"];
  let folder: string;
  beforeAll(() => (folder = userProject()));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("imports each entry of this package, and has nothing to object to any; they name no library but Pulumi's", () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: object };
    const names = Object.keys(exports).filter((name) => !name.endsWith(".json"));
    expect(names).toEqual(ENTRIES.map((entry) => `.${entry}`));
    const file = join(folder, "index.ts");
    writeFileSync(
      file,
      ENTRIES.map((entry) => `export * as _${entry.slice(1)} from "pulumi-checks${entry}";\n`).join(""),
    );
    const { options } = ts.convertCompilerOptionsFromJson(TEMPLATE_OPTIONS, folder);
    const together = join(folder, "together.ts");
    writeFileSync(together, TOGETHER);
    const program = ts.createProgram([file, together], {
      ...options,
      noEmit: true,
      typeRoots: [join(ROOT, "node_modules", "@types")],
    });
    const files = program.getSourceFiles().filter(({ fileName }) => !fileName.includes("/node_modules/"));
    expect(files.length).toBeGreaterThan(50);
    const problems = files.flatMap((one) => program.getSemanticDiagnostics(one));
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
    const libraries = program
      .getSourceFiles()
      .map(({ fileName }) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(fileName)?.[1]);
    expect(libraries).not.toContain("zod");
    expect(libraries).not.toContain("axios");
  });
});

describe("a typing error in a program", () => {
  const RIGHT = [
    'new Check("a", { slug: "a", timeout: "5m", tags: ["b"], channels: "*" });',
    'new Provider("a", { timeoutSeconds: "30s", defaultTags: ["b"], projects: { ops: { apiKey: "c" } } });',
    'new Provider("a", { merchant: { profile: "sadad", concurrency: 2, statusIds: { "5": "Pending" } } });',
  ];
  const WRONG: [string, string, RegExp][] = [
    [
      "a field that does not exist",
      'new Check("a", { slug: "a", slugg: "b" });',
      /'slugg' does not exist in type 'CheckArgs'/,
    ],
    [
      "a setting that does not exist",
      'new Provider("a", { merchant: { sevriceId: "7654321" } });',
      /'sevriceId' does not exist in type/,
    ],
    [
      "a field that is missing",
      'new Check("a", { name: "b" });',
      /Property 'slug' is missing .* required in type 'CheckArgs'/,
    ],
    [
      "a value of another type",
      'new Check("a", { slug: "a", grace: true });',
      /'true' is not assignable to type 'Input<string \| number \| undefined>'/,
    ],
  ];
  const LINES = [...RIGHT, ...WRONG.map(([, line]) => line)];

  let folder: string;
  /** A program of each line, compiled together. */
  let program: ts.Program;
  const fileOf = (line: string) => join(folder, `line${LINES.indexOf(line)}.ts`);

  beforeAll(() => {
    folder = userProject();
    for (const line of LINES)
      writeFileSync(fileOf(line), `import { Check, Provider } from "pulumi-checks";\n${line}\n`);
    program = ts.createProgram(LINES.map(fileOf), {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      target: ts.ScriptTarget.ES2022,
      types: [],
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the compiler says of a line. */
  const said = (line: string) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(fileOf(line)))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));

  it.each(RIGHT)("is none where there is none: %s", (line) => {
    expect(existsSync(join(SDK, "index.d.ts"))).toBe(true);
    expect(said(line)).toEqual([]);
  });

  it.each(WRONG)("%s is said in a line", (_, line, words) => {
    const [message = "", ...others] = said(line);
    expect(others).toEqual([]);
    expect(message).toMatch(words);
    expect(message.length).toBeLessThan(200);
  });
});

/** As of a variable of the environment that may not be set, under `exactOptionalPropertyTypes`. */
const LEFT_UNDEFINED = `
import { Check, jobs, monitored, schedules } from "pulumi-checks";
import { startEmulator } from "pulumi-checks/emulator";
import { monitorCronJobs, type MonitorCronJobsOptions } from "pulumi-checks/kubernetes";
import { checksPolicies } from "pulumi-checks/policy";

const text = process.env.TEXT;
const list = text?.split(",");
new Check("a", { slug: "a", grace: text, tags: list });
jobs.fromGitHubWorkflows(".github", { refused: undefined });
jobs.fromCrontab("crontab", { refused: undefined, timeZone: text, form: undefined });
jobs.fromSystemd("units", { refused: undefined, timeZone: text });
schedules.fromKubernetes({ schedule: "@daily", timeZone: text, grace: undefined });
schedules.fromCrontab({ line: "@daily true", form: undefined, timeZone: text });
schedules.fromCloudScheduler({ schedule: "0 3 * * *", timeZone: text });
schedules.fromEventBridge({ scheduleExpression: "rate(1 day)", scheduleExpressionTimezone: text, endDate: text });
schedules.fromGitHubActions({ schedule: { cron: "0 3 * * *", timezone: text } });
schedules.fromNomad({ cron: text, crons: list, timeZone: text });
schedules.fromSystemdTimer({ onCalendar: list, onUnitActiveSec: text, persistent: undefined, timeZone: text });
const options: MonitorCronJobsOptions = { ping: undefined, container: text, entrypoint: list, namespaces: list, labels: undefined };
monitorCronJobs(options);
checksPolicies({ levels: undefined, tags: list, grace: { min: text, max: undefined }, otherChecks: list, except: list });
startEmulator({ port: undefined, dialect: undefined, stateFile: text, projects: undefined, merchant: undefined });
export { monitored };
`;

it("options may be undefined in place of left out, in the strictest of projects", () => {
  const files = [
    { path: "undefined.ts", text: LEFT_UNDEFINED },
    { path: "wrong.ts", text: LEFT_UNDEFINED.replace("port: undefined", "port: null") },
  ];
  expect(compilerErrors(files)).toEqual([expect.stringMatching(/^wrong\.ts.*'null' is not assignable/)]);
});

/** Results of functions that a library of a team's hands on, whose types nobody has written out. */
const INFERRED = `
import { Check, type CheckArgs, getBadgesOutput, getChannelsOutput, getCheck, getCheckOutput, getChecksOutput, getFlipsOutput, getPingBodyOutput, getPingsOutput, getStatusOutput, jobs, monitored, Provider, payments } from "pulumi-checks";
import { startEmulator } from "pulumi-checks/emulator";
import { MonitoredCronJob, monitorCronJobs } from "pulumi-checks/kubernetes";
import { getProfile, getTransaction, getTransactionOutput, PaymentsConfig, refund, screenParameters, shareInvoice } from "pulumi-checks/payments";
import { checksPolicies } from "pulumi-checks/policy";
import * as provider from "pulumi-checks/provider";

declare const some: never;
export const check = (args: CheckArgs) => ({ ...new Check("a", args) });
export const checks = [() => getCheck(some), () => getCheckOutput(some), () => getChecksOutput(some), () => getStatusOutput(some)];
export const others = [() => getBadgesOutput(some), () => getChannelsOutput(some), () => getFlipsOutput(some), () => getPingBodyOutput(some), () => getPingsOutput(some)];
export const ofJobs = [() => monitored("a", some), () => jobs.fromCrontab("a"), () => jobs.fromGitHubWorkflows("a"), () => jobs.fromSystemd("a")];
export const merchant = [() => getProfile(some), () => getTransaction(some), () => getTransactionOutput(some), () => payments.getTransactionOutput(some), () => refund(some), () => shareInvoice(some), () => screenParameters(some, some)];
export const config = () => ({ ...new PaymentsConfig("a", some) });
export const cronJob = () => ({ all: monitorCronJobs(), ...new MonitoredCronJob("a", some) });
export const rest = () => [startEmulator(), checksPolicies(), provider, new Provider("a", {})] as const;
`;

it("a library can hand on what the functions of each entry return, with declarations of its own", () => {
  const options = { noEmit: false, declaration: true, emitDeclarationOnly: true };
  const files = [{ path: "index.ts", text: INFERRED }];
  expect(compilerErrors(files, options, userProjectWithCopy())).toEqual([]);
});

/** As programs write lists down once: nobody can add to them. */
const NEVER_WRITTEN = `
import * as pulumi from "@pulumi/pulumi";
import { ChannelAssignment, Check, getBadgesOutput, getChecks, getChecksOutput, monitored, payments, Provider, withDefaults } from "pulumi-checks";
import { screenParameters } from "pulumi-checks/payments";
import { checksPolicies } from "pulumi-checks/policy";

const LIST = ["a", "b"] as const;
const CHANNELS = { db: LIST, all: "*" } as const;
const JOB = { slug: "a", tags: ["prod", pulumi.output("b")], methods: "POST", channels: LIST, startKw: LIST, subject: LIST } as const;
const SCREEN = { packageMode: "sandbox", paymentTypes: ["creditCard"] } as const;
withDefaults({ tags: LIST, channels: LIST, channelsByTag: CHANNELS });
const check = new Check("a", JOB);
new Check("b", { slug: "b", tags: pulumi.output(LIST), channels: pulumi.secret(LIST) });
new ChannelAssignment("a", { check, channels: LIST });
getChecks({ tags: LIST });
getChecksOutput({ tags: LIST });
new Provider("a", { defaultTags: LIST, defaultChannels: LIST, channelsByTag: CHANNELS, projects: { b: { defaultTags: LIST, channelsByTag: CHANNELS } } });
monitored("a", { scheduleExpression: "rate(1 day)" }, { tags: LIST });
new payments.PaymentsConfig("a", { environment: "sandbox", triggers: [1, "b", true] as const, screen: SCREEN });
screenParameters(SCREEN, { amount: 1 } as never);
checksPolicies({ tags: LIST, otherChecks: LIST, except: LIST });
export const tags: pulumi.Output<string[]> = check.tags;
export { getBadgesOutput };
`;

it("takes lists of constants, and hands out lists that may be changed", () => {
  const files = [
    { path: "constant.ts", text: NEVER_WRITTEN },
    { path: "wrong.ts", text: NEVER_WRITTEN.replace('["prod", pulumi.output("b")]', '["prod", 2]') },
  ];
  // What comes after a blank explains the line above it.
  const errors = compilerErrors(files).filter((line) => !line.startsWith(" "));
  expect(errors).toEqual([expect.stringMatching(/^wrong\.ts.*not assignable/)]);
});
