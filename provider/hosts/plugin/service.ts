/** The protocol: each call of the engine, read and answered. What it means stands in `provider.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { metaOf, type Values } from "../../core/fields";
import { interrupt } from "../../core/interruption";
import { type ResourceDefinition, secretsOf } from "../../core/resource";
import { Session } from "../../core/session";
import { isUnknown } from "../../core/unknown";
import { reasonOf } from "../calls";
import { nameIn, typeIn } from "../urnParts";
import { diffAnswer } from "./answers";
import { configurationOf, configurationProblems, nameProblems } from "./configuration";
import { engineLog } from "./engineLog";
import { asHalfDone } from "./failures";
import { empty, struct } from "./grpc";
import { argumentsOf, markSecrets, propertiesOf, urnIn } from "./properties";
import { Provider } from "./provider";
import { RefundComponent } from "./refundComponent";
import { components, type Named, resourceOf, type ServedRun, secretKeys } from "./served";
import { hearNew, hearRow } from "./skipped";

/** Answers each call once; what it throws is a failure of that call. */
export type Handlers = Record<string, (request: never) => Promise<object>>;

/** The calls that are answered by a stream: their handlers give all of it at once. */
export const STREAMS: readonly string[] = ["list"];

/** What a plugin is told when it starts. */
export interface Start {
  /** Address of the engine; undefined for one that attaches later. */
  engine: string | undefined;
  version: string;
}

/** The settings that are secrets, or hold some. */
const SECRET_SETTINGS: ReadonlySet<string> = new Set(["apiKey", "projects", "merchant"]);

/** The handlers of one plugin process. */
export function service({ engine, version }: Start): Handlers {
  let address = engine;
  let configured: Provider | undefined;
  let run: ServedRun = { provider: undefined, refunds: new RefundComponent(undefined) };
  const provider = () => {
    if (!configured) throw new Error("the engine did not configure the provider");
    return configured;
  };
  const named = (request: { getUrn(): string; getType(): string }): Named => {
    const urn = request.getUrn();
    return { urn, type: request.getType() || typeIn(urn) };
  };

  return {
    async handshake(request: proto.ProviderHandshakeRequest) {
      address = request.getEngineAddress() || address;
      const answer = new proto.ProviderHandshakeResponse();
      answer.setAcceptSecrets(true);
      answer.setAcceptResources(true);
      answer.setAcceptOutputs(true);
      return answer;
    },

    async attach(request: { getAddress(): string }) {
      address = request.getAddress();
      return empty();
    },

    async getPluginInfo() {
      const answer = new PluginInfo();
      answer.setVersion(version);
      return answer;
    },

    async getSchema() {
      const answer = new proto.GetSchemaResponse();
      answer.setSchema(readFileSync(join(__dirname, "schema.json"), "utf8"));
      return answer;
    },

    async checkConfig(request: proto.CheckRequest) {
      const { values, secrets } = argumentsOf(request.getNews());
      const answer = new proto.CheckResponse();
      answer.setInputs(markSecrets(values, new Set([...secrets, ...SECRET_SETTINGS])));
      const name = nameIn(request.getUrn());
      const problems = [
        ...nameProblems(name, values, isUnknown),
        ...configurationProblems(name, values, isUnknown),
      ];
      for (const reason of problems) answer.addFailures(failureOf(reason));
      return answer;
    },

    /** Never asks for a replacement: it is called when the version changes, too. */
    async diffConfig(request: proto.DiffRequest) {
      const olds = propertiesOf(request.getOldInputs() ?? request.getOlds()).values;
      const news = propertiesOf(request.getNews()).values;
      const keys = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
      const changed = keys.filter((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
      const answer = new proto.DiffResponse();
      const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
      answer.setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE);
      answer.setDiffsList(changed);
      return answer;
    },

    async configure(request: proto.ConfigureRequest) {
      const { values } = argumentsOf(request.getArgs());
      const { read, environment, tell } = configurationOf(request.getName() ?? "", values);
      const [urn, id] = [request.getUrn(), request.getId()];
      const reference = urn && id ? `${urn}::${id}` : undefined;
      run = { provider: reference, refunds: new RefundComponent(reference) };
      // `pulumi do` gives its provider no name.
      const servesProgram = urn === undefined || urn === "" || nameIn(urn) !== "";
      const session = new Session(read, engineLog(address), address, environment);
      configured = new Provider(session, tell, servesProgram);
      const answer = new proto.ConfigureResponse();
      answer.setAcceptsecrets(true);
      answer.setSupportspreview(true);
      answer.setAcceptresources(true);
      answer.setAcceptoutputs(true);
      return answer;
    },

    async check(request: proto.CheckRequest) {
      const news = argumentsOf(request.getNews());
      const olds = propertiesOf(request.getOlds()).values;
      const { inputs, problems } = provider().check(named(request), olds, news.values);
      const { secrets, definition } = resourceOf(named(request).type);
      const answer = new proto.CheckResponse();
      answer.setInputs(markSecrets(inputs, new Set([...secrets, ...presentNames(definition, news.secrets)])));
      for (const problem of problems) answer.addFailures(failureOf(reasonOf(problem)));
      return answer;
    },

    async diff(request: proto.DiffRequest) {
      const state = propertiesOf(request.getOlds()).values;
      const before = propertiesOf(request.getOldInputs()).values;
      const inputs = propertiesOf(request.getNews()).values;
      const course = await provider().diff(named(request), request.getId(), state, inputs);
      const isRefresh = !provider().isDeclared(named(request));
      return diffAnswer(resourceOf(named(request).type), course, { state, before, inputs, isRefresh });
    },

    async create(request: proto.CreateRequest) {
      const { values, secrets } = propertiesOf(request.getProperties());
      const write = writerFor(named(request), secrets);
      const answer = new proto.CreateResponse();
      if (request.getPreview()) {
        const inputs = hearNew(provider(), named(request), values);
        answer.setProperties(write(await provider().foresee(named(request), inputs)));
        return answer;
      }
      try {
        const { id, state } = await provider().create(named(request), values);
        answer.setId(id);
        answer.setProperties(write(state));
        return answer;
      } catch (error) {
        throw asHalfDone(error, ({ state }) => write(state));
      }
    },

    async read(request: proto.ReadRequest) {
      const { values, secrets } = propertiesOf(request.getProperties());
      const answer = new proto.ReadResponse();
      const given = propertiesOf(request.getInputs());
      const said = request.hasInputs() ? given.values : undefined;
      const seen = await provider().read(named(request), request.getId(), values, said);
      if (!seen) return answer;
      const write = writerFor(named(request), new Set([...secrets, ...given.secrets]));
      answer.setId(seen.id);
      answer.setProperties(write(seen.state));
      answer.setInputs(write(seen.inputs));
      return answer;
    },

    async update(request: proto.UpdateRequest) {
      const state = propertiesOf(request.getOlds()).values;
      const { values, secrets } = propertiesOf(request.getNews());
      const write = writerFor(named(request), secrets);
      const answer = new proto.UpdateResponse();
      const id = request.getId();
      if (request.getPreview()) {
        const inputs = await hearRow(provider(), named(request), id, state, values);
        answer.setProperties(write(await provider().foreseeUpdate(named(request), id, state, inputs)));
        return answer;
      }
      try {
        answer.setProperties(write(await provider().update(named(request), id, state, values)));
        return answer;
      } catch (error) {
        throw asHalfDone(error, (unfinished) => write(unfinished.state));
      }
    },

    async delete(request: proto.DeleteRequest) {
      const { values } = propertiesOf(request.getProperties());
      await provider().delete(named(request), request.getId(), values);
      return empty();
    },

    async invoke(request: proto.InvokeRequest) {
      const { values, secrets } = argumentsOf(request.getArgs());
      const found = await provider().invoke(request.getTok(), values);
      // Where a provider knows of secrets, the engine leaves it to that to keep what comes of secret arguments one.
      const all = secrets.size > 0 ? new Set([...secretKeys, ...Object.keys(found)]) : secretKeys;
      return new proto.InvokeResponse().setReturn(markSecrets(found, all));
    },

    async construct(request: proto.ConstructRequest) {
      const component = components.get(request.getType());
      if (!component) throw new Error(`this version of the plugin has no component ${request.getType()}`);
      const { urn, state, children } = await component.construct(request, run);
      const answer = new proto.ConstructResponse().setUrn(urn).setState(struct(state));
      for (const key of Object.keys(state)) {
        const dependencies = new proto.ConstructResponse.PropertyDependencies().setUrnsList(children);
        answer.getStatedependenciesMap().set(key, dependencies);
      }
      return answer;
    },

    /** Methods have no results, so that a preview has nothing to foretell. */
    async call(request: proto.CallRequest) {
      const { __self__: id } = propertiesOf(request.getArgs()).values;
      const { __self__: self } = (request.getArgs()?.toJavaScript() ?? {}) as Values;
      if (!request.getDryrun()) await provider().call(request.getTok(), id, urnIn(self));
      return new proto.CallResponse().setReturn(struct({}));
    },

    /** A limit of 0 means all; one list request has them all anyway. */
    async list(request: proto.ListRequest) {
      const { values } = argumentsOf(request.getQuery());
      const found = await provider().list(request.getToken(), values);
      return found.slice(0, request.getLimit() || found.length).map(({ id, name }) => {
        const result = new proto.ListResponse.Result();
        result.setId(id);
        result.setName(name);
        return new proto.ListResponse().setResult(result);
      });
    },

    async cancel() {
      interrupt(true);
      return empty();
    },
  };
}

/** Of properties with a secret: those that a deprecated one becomes are secrets, too. */
function presentNames({ fields }: ResourceDefinition, secrets: ReadonlySet<string>): string[] {
  return [...secrets].flatMap((key) => {
    const now = Object.hasOwn(fields, key) ? metaOf(fields, key).deprecatedFor : undefined;
    return now === undefined ? [key] : [key, now];
  });
}

/** Writes the properties of a resource: what is a secret by itself, and what came in as one. */
function writerFor({ type }: Named, given: ReadonlySet<string>) {
  const { definition } = resourceOf(type);
  const hasSecretInputs = [...given].some((key) => Object.hasOwn(definition.fields, key));
  const secrets = new Set([...secretsOf(definition, hasSecretInputs), ...given]);
  return (values: Record<string, unknown>) => markSecrets(values, secrets);
}

/** It names no property: the engine would print that one's value. */
function failureOf(reason: string): proto.CheckFailure {
  const failure = new proto.CheckFailure();
  failure.setReason(reason);
  return failure;
}
