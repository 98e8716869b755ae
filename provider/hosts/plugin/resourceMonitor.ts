/** The engine's resource monitor, as a component talks to it: registers resources, and reads what the stack has. */
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  type RegisterResourceResponse,
  ResourceInvokeRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { oneLine } from "../../core/visible";
import { whenWritten } from "../stateFile";
import { grpc, type Struct, struct } from "./grpc";
import { propertiesOf } from "./properties";
import { answerOf } from "./unanswered";

/** A resource that a component registers. */
export interface Registration {
  type: string;
  name: string;
  /** URN of its parent; `""` for none. */
  parent: string;
  /** What a custom resource is given; absent for a component. */
  custom?: {
    properties: Struct;
    /** `urn::id` of the provider that serves it. */
    provider: string;
    /** For each property the resources that it comes from. */
    dependencies: Readonly<Record<string, readonly string[]>>;
  };
  protect: boolean;
  /** URNs that it had. */
  aliases: readonly string[];
}

/** A resource as the engine has it afterwards. */
export interface Registered {
  urn: string;
  /** Its properties on the wire, secrets marked. */
  properties: Struct;
}

/** Rows of the stack, by URN; without what is secret. */
export type StackOutputs = ReadonlyMap<string, Values>;

/** How large a message may be: the engine's own bound. */
const LARGEST_MESSAGE = 400 * 1024 * 1024;

export class ResourceMonitor {
  private readonly client: ResourceMonitorClient;

  constructor(address: string) {
    this.client = new ResourceMonitorClient(address, grpc.credentials.createInsecure() as never, {
      "grpc.max_receive_message_length": LARGEST_MESSAGE,
    });
  }

  /** Resolves when the engine has made the resource. @throws {ChecksError} when it could not, which the engine has told itself. */
  register(registration: Registration): Promise<Registered> {
    return this.send(requestFor(registration));
  }

  /** The same of a request that is made elsewhere. */
  async send(request: RegisterResourceRequest): Promise<Registered> {
    const answer = await this.call<RegisterResourceResponse>((done) =>
      this.client.registerResource(request, done as never),
    );
    return { urn: answer.getUrn(), properties: answer.getObject() ?? struct({}) };
  }

  /** To be called once with what a component has as its outputs. */
  async finish(urn: string, outputs: Struct): Promise<void> {
    const request = new RegisterResourceOutputsRequest();
    request.setUrn(urn);
    request.setOutputs(outputs);
    await this.call((done) => this.client.registerResourceOutputs(request, done as never));
  }

  /** What the state holds of a stack; see `stackReference`. */
  async rowsOf(stack: string): Promise<StackOutputs> {
    const request = new ResourceInvokeRequest();
    request.setTok("pulumi:pulumi:readStackResourceOutputs");
    request.setArgs(struct({ stackName: stack }));
    const answer = await whenWritten(() =>
      this.call<{ getReturn(): Struct | undefined }>((done) => this.client.invoke(request, done as never)),
    );
    const { outputs = {} } = propertiesOf(answer.getReturn()).values as {
      outputs?: Record<string, { outputs?: Values }>;
    };
    return new Map(Object.entries(outputs).map(([urn, row]) => [urn, row.outputs ?? {}]));
  }

  close(): void {
    this.client.close();
  }

  private call<T>(ask: (done: (error: Error | null, answer: T) => void) => void): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      ask((error, value) =>
        error ? reject(new ChecksError({ reason: oneLine(error.message) })) : resolve(value),
      );
    });
    return answerOf(answer);
  }
}

/** A request without anything about the resource but where it stands. */
export function requestOf(type: string, name: string, parent: string): RegisterResourceRequest {
  const request = new RegisterResourceRequest();
  request.setType(type);
  request.setName(name);
  request.setParent(parent);
  request.setAcceptsecrets(true);
  request.setAcceptresources(true);
  return request;
}

function requestFor({ type, name, parent, custom, protect, aliases }: Registration): RegisterResourceRequest {
  const request = requestOf(type, name, parent);
  request.setProtect(protect);
  request.setAliasspecs(true);
  request.setAliasesList(
    aliases.map((urn) => {
      const alias = new Alias();
      alias.setUrn(urn);
      return alias;
    }),
  );
  if (!custom) return request;
  const { properties, provider, dependencies } = custom;
  request.setCustom(true);
  request.setObject(properties);
  request.setProvider(provider);
  request.setSupportspartialvalues(true);
  // A replacement that somebody asks for learns from the old row, when that is deleted, what became of it.
  request.setDeletebeforereplace(true);
  request.setDeletebeforereplacedefined(true);
  request.setRetainondelete(false);
  request.setDependenciesList([...new Set(Object.values(dependencies).flat())]);
  for (const [key, urns] of Object.entries(dependencies)) {
    const list = new RegisterResourceRequest.PropertyDependencies();
    list.setUrnsList([...urns]);
    request.getPropertydependenciesMap().set(key, list);
  }
  return request;
}
