/** Stands in for the engine's resource monitor, as a component meets it: notes down what is registered, and answers. */
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  type RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  RegisterResourceResponse,
  type ResourceInvokeRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import type { Values } from "../../../provider/core/fields";
import { empty, grpc, struct } from "../../../provider/hosts/plugin/grpc";
import { propertiesOf } from "../../../provider/hosts/plugin/properties";
import { urnOf } from "../../../provider/hosts/plugin/urns";
import { addressOf } from "./loopback";

/** A resource that was registered. */
export interface RegisteredRow {
  urn: string;
  request: RegisterResourceRequest;
  values: Values;
}

/** gRPC's status of what failed for a reason of its own. */
const UNKNOWN_PROBLEM = 2;

type Answer = (error: object | null, answer?: object) => void;

/** As much of the server as is needed here, beside what the product needs of it. */
interface Stoppable {
  forceShutdown(): void;
}

export class MonitorStub {
  readonly registered: RegisteredRow[] = [];
  /** Outputs of components, by URN. */
  readonly outputs = new Map<string, Values>();
  /** What the state holds, by URN. */
  rows: Record<string, { outputs: Values }> = {};
  /** The stacks whose rows were asked for. */
  readonly askedFor: unknown[] = [];

  private constructor(
    private readonly server: Stoppable,
    readonly address: string,
  ) {}

  /** `made` gives the outputs of a resource that is registered; where it rejects, the resource fails. */
  static async start(made: (row: RegisteredRow) => Values | Promise<Values>): Promise<MonitorStub> {
    const server = new grpc.Server({});
    let stub: MonitorStub | undefined;
    const known = () => {
      if (!stub) throw new Error("not started");
      return stub;
    };
    server.addService(ResourceMonitorService, {
      registerResource: ({ request }: { request: RegisterResourceRequest }, answer: Answer) => {
        const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
        const row = {
          urn: urnOf({ project: "jobs", stack: "dev", type, name, parent }),
          request,
          values: propertiesOf(request.getObject()).values,
        };
        known().registered.push(row);
        const answered = async () => {
          const response = new RegisterResourceResponse();
          response.setUrn(row.urn);
          response.setObject(struct(await made(row)));
          answer(null, response);
        };
        answered().catch((error: Error) => answer({ code: UNKNOWN_PROBLEM, details: error.message }));
      },
      registerResourceOutputs: ({ request }: { request: RegisterResourceOutputsRequest }, answer: Answer) => {
        known().outputs.set(request.getUrn(), propertiesOf(request.getOutputs()).values);
        answer(null, empty());
      },
      invoke: ({ request }: { request: ResourceInvokeRequest }, answer: Answer) => {
        known().askedFor.push(propertiesOf(request.getArgs()).values.stackName);
        const response = new InvokeResponse();
        response.setReturn(struct({ outputs: known().rows }));
        answer(null, response);
      },
    });
    stub = new MonitorStub(server as unknown as Stoppable, await addressOf(server));
    return stub;
  }

  stop(): void {
    this.server.forceShutdown();
  }
}
