/** One run of the engine against the native plugin: its calls, in the form in which the protocol has them. */
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { isEmpty } from "../../../provider/hosts/calls";
import { struct } from "../../../provider/hosts/plugin/grpc";
import { type Properties, propertiesOf } from "../../../provider/hosts/plugin/properties";
import { type Handlers, service as pluginService } from "../../../provider/hosts/plugin/service";
import type { Service } from "../service";

const CHECK = "checks:index:Check";

/** The engine's name for a resource of the stack `jobs/dev`; one of a component has the types of both, `my:Shop$checks:index:Check`. */
export const urnOf = (name: string, type = CHECK) => `urn:pulumi:dev::jobs::${type}::${name}`;

/** A resource of the state. */
export interface PluginRow {
  id: string;
  values: Properties["values"];
}

/** The process of an explicit provider, which knows the service by its arguments. */
export class PluginRun {
  private constructor(private readonly handlers: Handlers) {}

  /** With `engine`, the address of one, it is a process of a run that may have others. */
  static async start(
    service: Service,
    settings: Record<string, string> = {},
    engine?: string,
  ): Promise<PluginRun> {
    const run = new PluginRun(pluginService({ engine, version: "1.2.3" }));
    const request = new proto.ConfigureRequest();
    request.setName("explicit");
    request.setArgs(struct({ url: service.emulator.url, apiKey: service.key, ...settings }));
    await run.call("configure", request);
    return run;
  }

  /** Any call of the protocol. */
  call<Answer>(name: string, request: object): Promise<Answer> {
    return this.handlers[name]?.(request as never) as Promise<Answer>;
  }

  /** The inputs with their defaults, which of them are secrets, and what is wrong with them. */
  async check(name: string, news: object, olds: object = {}, type = CHECK) {
    const request = new proto.CheckRequest();
    request.setUrn(urnOf(name, type));
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    const answer = await this.call<proto.CheckResponse>("check", request);
    const { values: inputs, secrets } = propertiesOf(answer.getInputs());
    return { inputs, secrets, failures: answer.getFailuresList() };
  }

  async create(name: string, inputs: object, preview = false, type = CHECK): Promise<PluginRow & Properties> {
    const request = new proto.CreateRequest();
    request.setUrn(urnOf(name, type));
    request.setProperties(struct(inputs));
    request.setPreview(preview);
    const answer = await this.call<proto.CreateResponse>("create", request);
    return { id: answer.getId(), ...propertiesOf(answer.getProperties()) };
  }

  /** `before`: the inputs that the state has. */
  async diff(name: string, id: string, state: object, inputs: object, type = CHECK, before: object = {}) {
    const request = new proto.DiffRequest();
    request.setOldInputs(struct(before));
    request.setUrn(urnOf(name, type));
    request.setId(id);
    request.setOlds(struct(state));
    request.setNews(struct(inputs));
    return this.call<proto.DiffResponse>("diff", request);
  }

  async update(name: string, { id, values }: PluginRow, inputs: object, preview = false, type = CHECK) {
    const request = new proto.UpdateRequest();
    request.setUrn(urnOf(name, type));
    request.setId(id);
    request.setOlds(struct(values));
    request.setNews(struct(inputs));
    request.setPreview(preview);
    return propertiesOf((await this.call<proto.UpdateResponse>("update", request)).getProperties());
  }

  /** `before`: the inputs that the state has. An import has neither; what is only looked at has such, without a state. */
  async read(
    name: string,
    id: string,
    state: Properties["values"],
    type = CHECK,
    before: object | undefined = isEmpty(state) ? undefined : {},
  ): Promise<proto.ReadResponse> {
    const request = new proto.ReadRequest();
    if (before) request.setInputs(struct(before));
    request.setUrn(urnOf(name, type));
    request.setId(id);
    request.setProperties(struct(state));
    return this.call("read", request);
  }

  async delete(name: string, { id, values }: PluginRow, type = CHECK): Promise<void> {
    const request = new proto.DeleteRequest();
    request.setUrn(urnOf(name, type));
    request.setId(id);
    request.setProperties(struct(values));
    await this.call("delete", request);
  }

  /** What a data source answers. */
  async invoke(token: string, args: object): Promise<Properties["values"]> {
    const request = new proto.InvokeRequest();
    request.setTok(token);
    request.setArgs(struct(args));
    return propertiesOf((await this.call<proto.InvokeResponse>("invoke", request)).getReturn()).values;
  }

  /** A resource that is new to the state, as an `up` makes it. */
  async made(name: string, news: object, type = CHECK): Promise<PluginRow & Properties> {
    return this.create(name, (await this.check(name, news, {}, type)).inputs, false, type);
  }

  /** Declares a resource of the state with these inputs, as an `up` does before it writes. */
  async declared(name: string, row: PluginRow, news: object): Promise<Properties["values"]> {
    const { inputs } = await this.check(name, news, row.values);
    await this.diff(name, row.id, row.values, inputs);
    return inputs;
  }
}
