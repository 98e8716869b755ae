/**
 * The transport, as the Pulumi SDK brings it along: the messages must be those of the SDK's own copy, which a package
 * manager need not put where this package would find it.
 */
import { createRequire } from "node:module";
import type { CheckRequest } from "@pulumi/pulumi/proto/provider_pb";

const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** Properties on the wire. */
export type Struct = NonNullable<ReturnType<CheckRequest["getNews"]>>;

interface Any {
  pack(message: Uint8Array, name: string): void;
}

/** The part of the transport that is needed here. */
interface Grpc {
  Server: new (
    options: object,
  ) => {
    addService(service: object, handlers: object): void;
    bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
  };
  ServerCredentials: { createInsecure(): object };
  Metadata: new () => { set(key: string, value: Buffer): void };
  credentials: { createInsecure(): object };
}

interface Structs {
  Struct: new () => Struct;
}

/** gRPC itself. */
export const grpc = ofSdk("@grpc/grpc-js") as Grpc;

const { Struct: StructClass } = ofSdk("google-protobuf/google/protobuf/struct_pb") as Structs & {
  Struct: { fromJavaScript(value: object): Struct };
};
const { Any: AnyClass } = ofSdk("google-protobuf/google/protobuf/any_pb") as { Any: new () => Any };
const { Empty: EmptyClass } = ofSdk("google-protobuf/google/protobuf/empty_pb") as {
  Empty: new () => object;
};

/** An answer without content. */
export const empty = (): object => new EmptyClass();

/** A message inside of another one. */
export function packAny(message: Uint8Array, name: string): never {
  const any = new AnyClass();
  any.pack(message, name);
  return any as never;
}

/** A Struct knows no `undefined`: the SDK's writer throws at one. */
export function struct(values: object): Struct {
  return StructClass.fromJavaScript(withoutUndefinedBelow(values) as object);
}

function withoutUndefinedBelow(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one) => (one === undefined ? null : withoutUndefinedBelow(one)));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutUndefinedBelow(one)]));
}
