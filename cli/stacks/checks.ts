/** Checks that stacks declare, or that a project has, as the service lists them: one list a project. */
import type { Log } from "../../provider/core/log";
import type { Session } from "../../provider/core/session";
import { withoutCredentials } from "../../provider/http/connection";
import { type CheckDocument, MonitorApi } from "../../provider/monitor/api";
import { connect } from "../../provider/monitor/connection";
import { monitorOf } from "../../provider/monitor/monitor";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { keyOf, uniqueKeyOf } from "../../provider/monitor/snapshot";
import { visible } from "../render/visible";
import { tagsOf } from "../selection";
import { connectionOf, type ExplicitProvider, projectLabel } from "./providers";
import { OWNER, SECRET } from "./row";
import { type AppliedRow, projectOf } from "./state";

/** A check, by the stack that declares it or by the service. */
export interface FoundCheck {
  api: MonitorApi;
  /** Address of the service, without the password that it may hold. */
  url: string;
  /** Where another key is to be set, so that it counts. */
  keyPlace: string;
  /** Named project of the configuration, or of the row's explicit provider; `default` for the one without a name. */
  project: string;
  uniqueKey: string;
  /** What people call it: its slug, else its name, else its resource; nothing that its program keeps secret. */
  label: string;
  /** As the service has it; absent: it has none. */
  live: CheckDocument | undefined;
  /**
   * As the service has it, or as the state says that it was. A slug that the program keeps secret is empty; its tags are
   * those that checks are found by, and `tagsTold` says which may be told.
   */
  document: CheckDocument;
  /** The resource that declares it. */
  row?: AppliedRow;
}

/** The projects of a run. Two stacks, or two names, may mean one project: it is asked once. */
export class ListedProjects {
  private readonly places = new Map<string, Place>();

  constructor(private readonly log: Log) {}

  /** Every check of a project, whoever declares it. */
  async ofProject(session: Session, project: string | undefined): Promise<FoundCheck[]> {
    const { api, url, keyPlace, checks } = this.at(session, project);
    return [...(await checks())].map(([uniqueKey, document]) => ({
      api,
      url,
      keyPlace,
      project: project ?? DEFAULT_PROJECT,
      uniqueKey,
      label: labelOf(document),
      live: document,
      document,
    }));
  }

  /** The checks that rows of a stack declare. */
  async ofRows(session: Session, rows: readonly AppliedRow[]): Promise<FoundCheck[]> {
    const found: FoundCheck[] = [];
    for (const row of rows.filter(({ kind }) => kind === OWNER)) {
      const project = projectOf(row.applied.values);
      const { api, url, keyPlace, checks } = this.at(session, project, row.provider);
      const uniqueKey = uniqueKeyOf(row.id);
      const live = (await checks()).get(uniqueKey);
      const document = live ?? asApplied(row);
      found.push({
        api,
        url,
        keyPlace,
        project: project ?? DEFAULT_PROJECT,
        uniqueKey,
        label: labelOf(document, row),
        live,
        document: row.applied.secret.has("slug") ? { ...document, slug: "" } : document,
        row,
      });
    }
    return found;
  }

  private at(session: Session, project: string | undefined, provider?: ExplicitProvider) {
    const connection = provider
      ? connectionOf(provider, project)
      : connect(monitorOf(session).serviceSettings(), project);
    const key = JSON.stringify([connection.url, connection.apiKey]);
    const place = this.places.get(key) ?? placeAt(connection, this.log);
    this.places.set(key, place);
    return { ...place, keyPlace: connection.keyPlace };
  }
}

/** A project of the service with its list, asked for once. */
interface Place {
  url: string;
  api: MonitorApi;
  /** By unique key. */
  checks: () => Promise<Map<string, CheckDocument>>;
}

function placeAt(connection: ReturnType<typeof connect>, log: Log): Place {
  const api = new MonitorApi(connection, log);
  let listing: Promise<Map<string, CheckDocument>> | undefined;
  const list = async () => new Map((await api.listChecks()).map((check) => [keyOf(check), check]));
  return {
    url: withoutCredentials(connection.url),
    api,
    checks: () => {
      listing ??= list();
      return listing;
    },
  };
}

/** What the project of a check is called, unless its program keeps that secret. */
export function projectTold({ project, row }: FoundCheck): string {
  return row?.applied.secret.has("project") ? SECRET : projectLabel(project, row?.provider);
}

/** The tags of each as they may be told: those that a program keeps secret are not, whichever check has them. */
export function tagsTold(found: readonly FoundCheck[]): (document: CheckDocument) => string[] {
  const hiding = new Set(
    found.filter(({ row }) => row?.applied.secret.has("tags")).map(({ document }) => document),
  );
  const hidden = new Set([...hiding].flatMap(tagsOf));
  return (document) =>
    hiding.has(document) ? [SECRET] : tagsOf(document).map((tag) => (hidden.has(tag) ? SECRET : tag));
}

/** A check that the service does not have, by what the last `up` wrote of it. */
function asApplied({ id, applied: { values } }: AppliedRow): CheckDocument {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const tags = Array.isArray(values.tags) ? values.tags.filter((tag) => typeof tag === "string") : [];
  return { name: text(values.name), slug: text(values.slug), tags: tags.join(" "), status: "", uuid: id };
}

/** What its program keeps secret is not told: then it is called by its resource. */
function labelOf(document: CheckDocument, row?: AppliedRow): string {
  const open = (["slug", "name"] as const)
    .filter((field) => !row?.applied.secret.has(field))
    .map((field) => visible(document[field]))
    .find((text) => text !== "");
  return open ?? (row ? visible(row.resource) : `check ${keyOf(document).slice(0, 8)}`);
}
