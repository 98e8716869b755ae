/**
 * What every resource implements, and the diff that all of them share because it follows from the fields, as their
 * validation does (validation.ts). A resource knows its endpoints and no engine; the hosts know the engine and no resource.
 */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { ChecksError } from "./errors";
import { type Fields, metaOf, type ProducedFields, secretsAmong, type Values, type ValuesOf } from "./fields";
import type { Derived } from "./implied";
import type { Method } from "./method";
import type { RunNote } from "./runNotes";
import type { Session } from "./session";
import { isUnknown } from "./unknown";
import { oneLine } from "./visible";
import { fieldValue, sameValue } from "./wire";

/** A refused property: where and why, on one line, never quoting the value (it could be a secret). */
export interface Problem {
  property: string;
  reason: string;
}

/** The resource exists, but a later step failed; the next `up` finishes it by an update. */
export class Unfinished extends Error {
  constructor(
    readonly id: string,
    readonly state: Values,
    reason: string,
  ) {
    super(oneLine(reason));
  }

  get reason(): string {
    return this.message;
  }
}

/** Something to do that no field shows. */
export interface Due {
  /** Shown to the user in the preview, too. */
  reason: string;
  /** The property to blame when the resource has to be made anew. */
  replaces?: string;
}

/** A resource of the state that a run comes across. */
export interface Row<Inputs = Values, State = Values> {
  id: string;
  state: State;
  /** What the program says of it now; values in it may be unknown. */
  inputs: Inputs;
}

/** Something on the service that the state is about to take in. */
export interface Found<Inputs = Values, State = Values> {
  id: string;
  state: State;
  /** What a program has to say to get it. */
  inputs: Partial<Inputs>;
  /** Why the state must not take it in; a program may look at it all the same. */
  refused?: ChecksError;
}

/** What a resource consists of: each field once, with its facts. */
interface Groups<F extends Fields, O extends Fields, I extends Fields> {
  /** What a program says. */
  readonly fields: F;
  /** What is known once the resource is made, and shown to the program. */
  readonly outputs: O;
  /** What the state keeps for the provider alone, under names that begin with `__`. */
  readonly internals?: I;
}

/**
 * A kind of resource: its fields, and its life cycle against the service. Hosts serve all kinds by the same code: there
 * it has no types of its own, which is what the table of definitions makes of each.
 */
export interface ResourceDefinition<Inputs = Values, State = Values>
  extends Groups<Fields, Fields, Fields>,
    LifeCycle<Inputs, State> {}

/**
 * What a resource does. `Inputs` are what the program says, validated and with defaults in place; `State` is what one
 * `up` leaves for the next.
 */
interface LifeCycle<Inputs, State> {
  /** For example `Check`. */
  readonly kind: string;
  /** Outputs that follow from other values of the state, and are left out of it. */
  readonly derived?: Derived;
  /**
   * Fills in what the configuration says where the program names nothing. Called before validation, on properties that
   * may hold unknown values and what the SDK says beside them (`__…`). Throws when a setting is wrong.
   */
  configured?(session: Session, given: Values): Values;
  /** Warnings about inputs (as `configured` returned them) that are allowed but probably not meant; shown in the preview, too. */
  doubts?(given: Values): string[];
  /** Rewrites deprecated spellings. Called on inputs that may hold unknown values. */
  translate?(inputs: Values): Values;
  /** Rules between fields that their facts do not express. Called with the inputs that are known and right by themselves. */
  rules?(inputs: Partial<Inputs>): Problem[];
  /**
   * Objections to the inputs beyond those of their fields, already in the preview. Makes no request. `olds` are the
   * inputs of the run before: empty for what is new, or is about to be replaced. `news` are as the program gives them:
   * values may be unknown, or wrong by themselves, which is told beside this. `named` are those of the program alone,
   * without what the configuration says.
   */
  objections?(
    session: Session,
    olds: Partial<Inputs>,
    news: Partial<Inputs>,
    note?: RunNote,
    named?: Values,
  ): Problem[];
  /**
   * Called with each resource of the state that the run comes across, before it is written. Makes no request. Returns
   * the fields that this run itself has undone since, so that they are written again. `stays` is false when the run is
   * about to replace the resource.
   */
  claim?(session: Session, row: Row<Inputs, State>, stays: boolean): string[];
  /** Takes back a claim for a row that was to stay, because the engine replaces it anyway. */
  unclaim?(session: Session, row: Row<Inputs, State>): void;
  /**
   * Called when the run is about to replace the row with this id by a resource with these inputs: the engine may delete
   * the row before it creates the resource. Makes no request.
   */
  succeed?(session: Session, id: string, inputs: Inputs): void;
  /**
   * Texts that are equal for two resources that are the same thing on the service, made from inputs or from a state.
   * They let a resource that is renamed in the program keep its row. Made from the fields in `identifiedBy`.
   */
  identities?(values: Values): string[];
  readonly identifiedBy?: readonly string[];
  /**
   * Checks in a preview what an `up` would meet with a resource that is new or changes these fields; its values may be
   * unknown. Throws what the `up` would throw; returns the outputs of an existing thing that would be taken over.
   */
  foresee?(
    session: Session,
    inputs: Inputs,
    changed: readonly string[],
    note: RunNote,
  ): Promise<Values | undefined>;
  /**
   * Finds what an import names: its id, its complete state, and the inputs that a program has to declare, without
   * defaults. Undefined when there is no such thing. Absent when this kind cannot be imported.
   */
  find?(session: Session, name: string): Promise<Found<Inputs, State> | undefined>;
  /** What a program may do with it, by the method's name. */
  readonly methods?: Readonly<Record<string, Method<Inputs>>>;
  /** Whether at most one row may have an id: two would each write over the other. */
  readonly isOneRow?: boolean;
  /** Whether only another resource of this package makes such rows, and no program by itself. */
  readonly isPart?: boolean;
  /** Whether its replacement is created before it is deleted, so that nothing is lost when that fails. */
  readonly createsFirst?: boolean;
  /** Whether another value of a field names the same thing as the state's, so that nothing changes. Makes no request. */
  namesSame?(state: State, key: string, value: unknown): boolean;
  /**
   * Why an `up` has to write the resource although no field differs, for example because time has passed. Makes no
   * request. Values of the inputs may be unknown.
   */
  due?(session: Session, state: State, inputs: Inputs): Due | undefined;
  /**
   * Refuses a row that stays, and of which the engine may ask nothing more in this run, if its thing is elsewhere than the
   * settings say. Makes no request as long as row and settings name the same service.
   */
  refuseElsewhere?(session: Session, id: string, state: State): Promise<void>;
  /** Throws `Unfinished` when the resource exists but could not be completed. */
  create(session: Session, inputs: Inputs): Promise<{ id: string; state: State }>;
  /** The state as the service has it now; undefined only with proof that the resource is gone. */
  read(session: Session, id: string, state: State): Promise<State | undefined>;
  update(session: Session, id: string, state: State, inputs: Inputs): Promise<State>;
  delete(session: Session, id: string, state: State): Promise<void>;
}

/** What the state of a resource holds: its inputs, its outputs, and what the provider keeps for itself. */
export type StateOf<F extends Fields, O extends Fields, I extends Fields = NoFields> = ValuesOf<F> &
  ValuesOf<O> &
  ValuesOf<I>;

type NoFields = Record<never, z.ZodType>;

/**
 * A kind of resource, with the types of its life cycle inferred from its fields. What the provider fills in has to say
 * whether it is a secret: else it does not compile.
 * @throws {Error} when the module is loaded, for a field that has no facts: nobody would know whether it is a secret.
 */
export function defineResource<
  F extends Fields,
  O extends ProducedFields,
  I extends ProducedFields = NoFields,
>(
  definition: LifeCycle<NoInfer<ValuesOf<F>>, NoInfer<StateOf<F, O, I>>> & Groups<F, O, I>,
): ResourceDefinition<ValuesOf<F>, StateOf<F, O, I>> {
  for (const fields of fieldsOf(definition)) for (const key of Object.keys(fields)) metaOf(fields, key);
  for (const key of Object.keys(definition.internals ?? {})) {
    // By this the hosts know what is no input and no output.
    if (!key.startsWith("__"))
      throw new Error(`${definition.kind}: the name of ${key} does not begin with __`);
  }
  return definition;
}

/** Names of all that is a secret in the state of a resource, whoever gave it; `hasSecretInputs`: or may be one. */
export function secretsOf(definition: ResourceDefinition, hasSecretInputs = true): string[] {
  const isSecret = (fields: Fields, key: string) => hasSecretInputs || metaOf(fields, key).secret === true;
  return [
    ...new Set(
      fieldsOf(definition).flatMap((fields) => secretsAmong(fields).filter((key) => isSecret(fields, key))),
    ),
  ];
}

function fieldsOf({ fields, outputs, internals }: Groups<Fields, Fields, Fields>): Fields[] {
  return [fields, outputs, ...(internals ? [internals] : [])];
}

/** How the engine gets from the state to the inputs. */
export interface Difference {
  changed: string[];
  replaces: string[];
}

/** Which fields differ. A value that is not known yet differs, but forces no replacement. */
export function difference(definition: ResourceDefinition, state: Values, inputs: Values): Difference {
  const { fields } = definition;
  const changed = Object.keys(fields).filter((key) => {
    const meta = metaOf(fields, key);
    if (meta.managed === "never" && meta.replaces === undefined) return false;
    const [old, now] = [fieldValue(fields, key, state), fieldValue(fields, key, inputs)];
    const isSame = sameValue(meta, old, now) || isDeepStrictEqual(old, now);
    return !isSame && definition.namesSame?.(state, key, now) !== true;
  });
  const replaces = changed.filter((key) => metaOf(fields, key).replaces && !isUnknown(inputs[key]));
  return { changed, replaces };
}
