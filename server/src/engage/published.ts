import { type CapGroup, CELEBRATIONS_A_DAY, isCovered } from "@fanfare/contract/cap-group";
import type { Edition } from "@fanfare/contract/content";
import { isExperiment } from "@fanfare/contract/experiment";
import { GATES_OF_PAGE } from "@fanfare/contract/gates";
import type { AppId, ContentId, VersionId } from "@fanfare/contract/ids";
import { HOUR_MS } from "@fanfare/contract/limits";
import { PAGE_GATES } from "@fanfare/contract/page-gates";
import type { Rule, RuleLeaf } from "@fanfare/contract/rule";
import { type Candidate, evaluate, type Gate } from "@fanfare/contract/rules";
import { editionSchema } from "@fanfare/contract/schema/content";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { Log } from "../log.ts";
import { leavesOfAll, needsOf, type RuleNeeds, withEvents } from "../people/rule-needs.ts";
import { capGroups, segmentRules } from "../people/segments.ts";
import { fromJson } from "../store/columns.ts";
import { editionOf, type PublishedRow, publishedIn } from "../store/published.ts";
import type { Store } from "../store/store.ts";
import { taskEvents } from "./checklists.ts";
import { type Waiting, waitingIn } from "./waiting.ts";

/** A content as it is live in one app, read and checked once. */
export interface PublishedContent {
  readonly content_id: ContentId;
  readonly slug: string;
  readonly name: string;
  readonly version_id: VersionId;
  readonly version_number: number;
  readonly edition: Edition;
  /** The gates that only the page can judge, for a person without a past. */
  readonly page_gates: readonly Gate[];
  /** The same where the audience leaves something for the page. */
  readonly page_gates_with_element: readonly Gate[];
  /** The gates of the server that may say no to somebody without a past; none where it is for everybody, always. */
  readonly own_gates: readonly Gate[];
  /** The cap groups in which its runs are counted. */
  readonly caps: readonly CapGroup[];
}

/** Everything that is live in one app: who comes first is shown first. */
export interface PublishedContents {
  readonly list: readonly PublishedContent[];
  /** By id, and by slug where no content has that id. */
  find(id_or_slug: string): PublishedContent | undefined;
  readonly segments: ReadonlyMap<string, Rule>;
  /** What its audiences and the tasks of its checklists ask about. */
  readonly needs: RuleNeeds;
  /** Questions of its audiences about how often an event happened. */
  readonly counted: readonly Extract<RuleLeaf, { kind: "event" }>[];
  /** How far back runs are counted for cap groups; 0 where there is none. */
  readonly caps_window_ms: number;
  /** Which of them wait for what a person reaches. */
  readonly waiting: Waiting;
  /** Whether any of them is an experiment. */
  readonly has_experiments: boolean;
}

export type Published = (app: AppRecord) => Promise<PublishedContents>;

/**
 * What is live in an app, kept in memory for as long as the app's `config_version` stands: a boot parses no edition.
 *
 * @example
 * const published = createPublished({ store, log });
 * (await published(app)).find("welcome")?.edition;
 */
export function createPublished(deps: { readonly store: Store; readonly log: Log }): Published {
  const kept = new Map<AppId, { readonly config_version: number; readonly contents: Promise<PublishedContents> }>();
  return (app) => {
    const known = kept.get(app.id);
    if (known !== undefined && known.config_version === app.config_version) return known.contents;
    const contents = readPublished(deps, app);
    kept.set(app.id, { config_version: app.config_version, contents });
    contents.catch(() => {
      // A failed read is told to those who wait for it and tried again by the next.
      if (kept.get(app.id)?.contents === contents) kept.delete(app.id);
    });
    return contents;
  };
}

async function readPublished(deps: { store: Store; log: Log }, app: AppRecord): Promise<PublishedContents> {
  const [rows, segments, own_caps] = await Promise.all([
    publishedIn(deps.store.db, app.id),
    segmentRules(deps.store.db),
    capGroups(deps.store.db),
  ]);
  const caps = own_caps.some(({ covers }) => covers.types.includes("celebration"))
    ? own_caps
    : [...own_caps, CELEBRATIONS_A_DAY];
  const list = rows
    .flatMap((row) => readEdition(deps.log, app, row, caps))
    .sort(
      (a, b) =>
        b.edition.priority - a.edition.priority ||
        a.created_at - b.created_at ||
        (a.content_id < b.content_id ? -1 : 1),
    );
  return publishedContents(list, segments);
}

/** All that is live, with what can be worked out once for everybody. */
export function publishedContents(
  contents: readonly PublishedContent[],
  segments: ReadonlyMap<string, Rule>,
): PublishedContents {
  const list = withSharedAudiences(contents);
  const byName = new Map<string, PublishedContent>();
  for (const content of list) byName.set(content.slug, content);
  for (const content of list) byName.set(content.content_id, content);
  const audiences = list.flatMap(({ edition }) => edition.targeting.audience ?? []);
  const windows = list.flatMap(({ caps }) => caps.map(({ window_hours }) => window_hours * HOUR_MS));
  return {
    list,
    find: (id_or_slug) => byName.get(id_or_slug),
    segments,
    counted: leavesOfAll(audiences, segments).filter((leaf) => leaf.kind === "event"),
    needs: withEvents(needsOf(audiences, segments), taskEvents(list)),
    caps_window_ms: Math.max(0, ...windows),
    waiting: waitingIn(list),
    has_experiments: list.some(({ edition }) => isExperiment(edition)),
  };
}

/** Audiences that ask the same become the same rule, so that `decide` judges it once for all contents that it is of. */
function withSharedAudiences(contents: readonly PublishedContent[]): readonly PublishedContent[] {
  const by_text = new Map<string, Rule>();
  return contents.map((content) => {
    const { edition } = content;
    const { audience } = edition.targeting;
    if (audience === undefined) return content;
    const text = JSON.stringify(audience);
    const shared = by_text.get(text);
    if (shared !== undefined) {
      return { ...content, edition: { ...edition, targeting: { ...edition.targeting, audience: shared } } };
    }
    by_text.set(text, audience);
    return content;
  });
}

/** A frozen edition of that content, live or not; undefined when there is none of that id. */
export async function frozenEdition(
  deps: { readonly store: Store; readonly published: Published },
  app: AppRecord,
  content_id: ContentId,
  version_id: VersionId,
): Promise<Edition | undefined> {
  const live = (await deps.published(app)).find(content_id);
  if (live?.version_id === version_id) return live.edition;
  const text = await editionOf(deps.store.db, content_id, version_id);
  return text === undefined ? undefined : fromJson(text, (value) => editionSchema.parse(value));
}

/** An edition that this server cannot read hides that content, and nothing else; the log says so. */
function readEdition(
  log: Log,
  app: AppRecord,
  row: PublishedRow,
  caps: readonly CapGroup[],
): readonly (PublishedContent & Pick<PublishedRow, "created_at">)[] {
  const edition = fromJson(row.edition, (value) => editionSchema.safeParse(value));
  if (!edition.success) {
    const { content_id, version_id } = row;
    log.error("edition_unreadable", { app_id: app.id, content_id, version_id, issues: edition.error.issues });
    return [];
  }
  return [{ ...publishedContent(row, edition.data, caps), created_at: row.created_at }];
}

/** A content with what can be worked out once for everybody. */
export function publishedContent(
  row: Pick<PublishedRow, "content_id" | "slug" | "name" | "version_id" | "version_number">,
  edition: Edition,
  cap_groups: readonly CapGroup[] = [],
): PublishedContent {
  const { content_id, slug, name, version_id, version_number } = row;
  const { targeting, tags, schedule, rollout } = edition;
  const caps = cap_groups.filter(({ covers }) => isCovered(covers, { type: edition.body.type, tags }));
  const own: readonly (readonly [Gate, unknown])[] = [
    ["schedule", schedule],
    ["identity", targeting.people],
    ["audience", targeting.audience],
    ["cap_group", caps[0]],
    ["holdout", rollout?.holdout_percent],
    ["percentage", rollout?.percent],
  ];
  const own_gates = own.filter(([, wanted]) => wanted !== undefined).map(([gate]) => gate);
  const page_gates = pageGates({ content_id, slug, edition });
  const page_gates_with_element = GATES_OF_PAGE.filter((gate) => gate === "element" || page_gates.includes(gate));
  return {
    content_id,
    slug,
    name,
    version_id,
    version_number,
    edition,
    page_gates,
    page_gates_with_element,
    own_gates,
    caps,
  };
}

/** The other gates that only a page can judge are facts about it that it is asked for, and not told to judge. */
const isPageGate = (gate: Gate): boolean => PAGE_GATES.some((each) => each === gate);

function pageGates(content: Candidate): readonly Gate[] {
  const verdict = evaluate(content, {
    now_ms: 0,
    app_paused: false,
    published: true,
    history: { completed: false, ended: false },
    suppressions: [],
  });
  // What the audience leaves for the page depends on the person.
  const gates = verdict.outcome === "unknown" ? verdict.gates : [];
  return gates.filter((gate) => gate !== "element" && GATES_OF_PAGE.includes(gate) && isPageGate(gate));
}
