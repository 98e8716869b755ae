/** How errors travel to the engine: as a one-line message, and for a half-done resource with its state. */
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { shortened } from "../../core/errors";
import { Unfinished } from "../../core/resource";
import { oneLine } from "../../core/visible";
import { LARGEST_HALF_DONE } from "../halfDone";
import { grpc, packAny, type Struct } from "./grpc";

const UNKNOWN_ERROR = 2;

/** The form of an error that the transport expects. */
export interface Failure {
  code: number;
  details: string;
  metadata?: object;
}

/** Any error, told in one line: it has no stack, which the engine would print. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return { code: UNKNOWN_ERROR, details: shortened(oneLine(message)) };
}

/** A resource that exists but is not complete: the engine keeps it, and the next `up` calls Update. */
export function asHalfDone(error: unknown, stateOf: (unfinished: Unfinished) => Struct): unknown {
  if (!(error instanceof Unfinished)) return error;
  const detail = new ErrorResourceInitFailed();
  detail.setId(error.id);
  detail.setProperties(stateOf(error));
  detail.setReasonsList([error.reason]);
  const status = new Status();
  status.setCode(UNKNOWN_ERROR);
  status.setMessage(error.reason);
  status.addDetails(packAny(detail.serializeBinary(), "pulumirpc.ErrorResourceInitFailed"));
  const bytes = Buffer.from(status.serializeBinary());
  if (bytes.length > LARGEST_HALF_DONE) return error;
  const metadata = new grpc.Metadata();
  metadata.set("grpc-status-details-bin", bytes);
  return new HalfDone({ code: UNKNOWN_ERROR, details: error.reason, metadata });
}

/** Carries a failure that is ready to be sent. */
export class HalfDone extends Error {
  constructor(readonly failure: Failure) {
    super(failure.details);
  }
}
