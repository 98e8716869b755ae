/** What policies say of resources, asked as the engine asks a pack: by its protocol's messages, without a socket. */
import { createRequire } from "node:module";
import type { Policies } from "@pulumi/policy";
import { runtime } from "@pulumi/pulumi";
import analyzer from "@pulumi/pulumi/proto/analyzer_pb";

/** A resource as the engine tells it. */
export interface Told {
  type: string;
  name: string;
  props?: Record<string, unknown>;
  /** By property, the names of the resources that it is made of. */
  madeOf?: Record<string, string[]>;
}

/** A value as the engine sends it to those who are to know that it is a secret. */
export const secret = (value: unknown) => ({ [runtime.specialSigKey]: runtime.specialSecretSig, value });

/** What the engine sends in a preview for a text that is not known yet. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export const DYNAMIC = "pulumi-nodejs:dynamic/checks:Check";
export const PLUGIN = "checks:index:Check";

type Rpc = (call: { request: unknown }, answer: (error: unknown, response?: Answer) => void) => void;
interface Answer {
  getDiagnosticsList(): {
    getPolicyname(): string;
    getUrn(): string;
    getMessage(): string;
    getEnforcementlevel(): number;
  }[];
  getNotApplicableList(): { getReason(): string }[];
}

/** The SDK's own: its messages hold such values. */
const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Struct } = ofSdk("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(values: object): never };
};

const { makeAnalyzeRpcFun, makeAnalyzeStackRpcFun } =
  jest.requireActual<Record<"makeAnalyzeRpcFun" | "makeAnalyzeStackRpcFun", (...args: unknown[]) => Rpc>>(
    "@pulumi/policy/server",
  );

/** What one of the policies says of a stack: `name: message` for each violation, and why it does not apply. */
export async function verdicts(policies: Policies, name: string, resources: Told[]): Promise<string[]> {
  const one = policies.filter((policy) => policy.name === name);
  if (one.length !== 1) throw new Error(`${one.length} policies are called ${name}`);
  const args = ["checks", "1.0.0", "mandatory", one];
  const wholeStack = new analyzer.AnalyzeStackRequest();
  wholeStack.setResourcesList(resources.map((resource) => told(new analyzer.AnalyzerResource(), resource)));
  const answers = [await asked(makeAnalyzeStackRpcFun(...args), wholeStack)];
  for (const resource of resources) {
    const answer = await asked(makeAnalyzeRpcFun(...args), told(new analyzer.AnalyzeRequest(), resource));
    for (const violation of answer.getDiagnosticsList()) violation.getUrn = () => urnOf(resource.name);
    answers.push(answer);
  }
  return answers.flatMap((answer) => [
    ...answer.getDiagnosticsList().map((violation) => {
      const [, , , resource = ""] = violation.getUrn().split("::");
      return `${resource}: ${violation.getMessage().split("\n").slice(1).join("\n")}`;
    }),
    ...answer.getNotApplicableList().map((one) => `not applicable: ${one.getReason()}`),
  ]);
}

function asked(rpc: Rpc, request: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    rpc({ request }, (error, response) => (response ? resolve(response) : reject(error)));
  });
}

function told<M extends analyzer.AnalyzeRequest | analyzer.AnalyzerResource>(
  message: M,
  { type, name, props = {}, madeOf = {} }: Told,
): M {
  message.setType(type);
  message.setName(name);
  message.setUrn(urnOf(name));
  message.setProperties(Struct.fromJavaScript(props));
  const options = new analyzer.AnalyzerResourceOptions();
  options.setCustomtimeouts(new analyzer.AnalyzerResourceOptions.CustomTimeouts());
  message.setOptions(options);
  if (message instanceof analyzer.AnalyzerResource) {
    for (const [property, names] of Object.entries(madeOf)) {
      const sources = new analyzer.AnalyzerPropertyDependencies();
      sources.setUrnsList(names.map(urnOf));
      message.getPropertydependenciesMap().set(property, sources);
    }
  }
  return message;
}

const urnOf = (name: string) => `urn:pulumi:dev::jobs::a:b:C::${name}`;
