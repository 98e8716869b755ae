/**
 * The checks that stacks declare, or that a project has. Takes one list request per project, and one for each declared
 * check that its list does not show.
 */
import type { Log } from "../../provider/core/log";
import type { Session } from "../../provider/core/session";
import { withoutCredentials } from "../../provider/http/connection";
import { Forbidden, unlessFailed } from "../../provider/http/failure";
import { type CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { connect } from "../../provider/monitor/connection";
import { monitorOf } from "../../provider/monitor/monitor";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { keyOf, Snapshot, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { inTurns } from "../inTurns";
import { compareParts, groupBy } from "../lists";
import { visible } from "../render/visible";
import { labelOf, tagsOf } from "../selection";
import { refuseForeignKey } from "./foreignKey";
import { connectionOf, type ExplicitProvider, projectLabel } from "./providers";
import { OWNER, SECRET } from "./row";
import { type AppliedRow, projectOf } from "./state";

/** A check found by the stack that declares it, or in the project's list. */
export interface FoundCheck {
  api: MonitorApi;
  /** All of its project, by one list. */
  checks: Snapshot;
  /** Address of the service, without a password that it may contain. */
  url: string;
  /** Where the user would set another key for this project. */
  keyPlace: string;
  /** Named project of the configuration, or of the row's explicit provider; `default` for the unnamed one. */
  project: string;
  uniqueKey: string;
  /**
   * Its name for people: its slug, else its name, else its resource. Contains nothing that its program keeps secret.
   */
  label: string;
  /** The check on the service; absent if there is none. */
  live: CheckDocument | undefined;
  /**
   * The check on the service, or else as the state describes it. A secret slug is empty. The tags are for searching;
   * `shownTags` says which may be shown.
   */
  document: CheckDocument;
  /** The resource that declares it. */
  row?: AppliedRow;
}

/** The projects of a run. Stacks or names that mean the same project share one request. */
export class ListedProjects {
  private readonly places = new Map<string, Place>();

  /** `longest` is how many seconds a request may take, where that is less than its deadline. */
  constructor(
    private readonly log: Log,
    private readonly longest = Number.POSITIVE_INFINITY,
  ) {}

  /** All checks of a project, whoever declares them, by their labels: the service promises no order. */
  async ofProject(session: Session, project: string | undefined): Promise<FoundCheck[]> {
    const where = this.at(session, project);
    const found = (await where.checks.all()).map((document) => ({
      ...where,
      project: project ?? DEFAULT_PROJECT,
      uniqueKey: keyOf(document),
      label: labelOf(document),
      live: document,
      document,
    }));
    return found.sort((a, b) => compareParts([a.label, a.uniqueKey], [b.label, b.uniqueKey]));
  }

  /**
   * The checks that rows of a stack declare.
   * @throws {ChecksError} if the key is that of another project, in which none of them is.
   */
  async ofRows(session: Session, rows: readonly AppliedRow[]): Promise<FoundCheck[]> {
    const declared = rows
      .filter(({ kind }) => kind === OWNER)
      .map((row) => {
        const project = projectOf(row.applied.values);
        return { ...this.at(session, project, row.provider), project: project ?? DEFAULT_PROJECT, row };
      });
    for (const [checks, ofPlace] of groupBy(declared, (one) => one.checks)) {
      const [first] = ofPlace;
      if (first === undefined) continue;
      const { api, project: name } = first;
      const known = new Set((await checks.all()).map(keyOf));
      await refuseForeignKey(
        { ask: (uuid) => api.getCheck(uuid), name, known },
        ofPlace.map(({ row }) => row),
      );
    }
    return inTurns(
      declared,
      async ({ row, ...where }) => {
        // As a refresh finds it. A check that is another project's by now is none of this one.
        const live = await unlessFailed(where.checks.find(row.id), Forbidden);
        const document = live ?? documentFromState(row);
        return {
          ...where,
          uniqueKey: uniqueKeyOf(row.id),
          label: labelOfRow(document, row),
          live,
          document: row.applied.secret.has("slug") ? { ...document, slug: "" } : document,
          row,
        };
      },
      () => {},
    );
  }

  private at(session: Session, project: string | undefined, provider?: ExplicitProvider) {
    const connection = provider
      ? connectionOf(provider, project)
      : connect(monitorOf(session).serviceSettings(), project);
    const key = JSON.stringify([connection.url, connection.apiKey]);
    const deadlineSeconds = Math.min(connection.deadlineSeconds, this.longest);
    const place = this.places.get(key) ?? placeAt({ ...connection, deadlineSeconds }, this.log);
    this.places.set(key, place);
    return { ...place, keyPlace: connection.keyPlace };
  }
}

/** A project of the service, with its list requested at most once. */
interface Place {
  url: string;
  api: MonitorApi;
  checks: Snapshot;
}

function placeAt(connection: ReturnType<typeof connect>, log: Log): Place {
  const api = new MonitorApi(connection, log);
  return { url: withoutCredentials(connection.url), api, checks: new Snapshot(api) };
}

/** The name of a check's project, unless its program keeps that secret. */
export function shownProject({ project, row }: FoundCheck): string {
  return row?.applied.secret.has("project") ? SECRET : projectLabel(project, row?.provider);
}

/** The tags that may be shown. A tag that any program keeps secret is hidden on all checks. */
export function shownTags(found: readonly FoundCheck[]): (document: CheckDocument) => string[] {
  const hiding = new Set(
    found.filter(({ row }) => row?.applied.secret.has("tags")).map(({ document }) => document),
  );
  const hidden = new Set([...hiding].flatMap(tagsOf));
  return (document) =>
    hiding.has(document) ? [SECRET] : tagsOf(document).map((tag) => (hidden.has(tag) ? SECRET : tag));
}

/** A check that is missing on the service, from what the last `up` wrote. */
function documentFromState({ id, applied: { values } }: AppliedRow): CheckDocument {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const tags = Array.isArray(values.tags) ? values.tags.filter((tag) => typeof tag === "string") : [];
  return { name: text(values.name), slug: text(values.slug), tags: tags.join(" "), status: "", uuid: id };
}

/** Falls back to the name of the resource, also if the program keeps slug or name secret. */
function labelOfRow(document: CheckDocument, { applied, resource }: AppliedRow): string {
  const open = (["slug", "name"] as const)
    .filter((field) => !applied.secret.has(field))
    .map((field) => visible(document[field]))
    .find((text) => text !== "");
  return open ?? visible(resource);
}
