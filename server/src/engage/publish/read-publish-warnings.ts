import { listedChecklists, startedSlugs } from "@fanfare/contract/content/buttons";
import type { Edition } from "@fanfare/contract/content/content";
import type { EventFacets } from "@fanfare/contract/events/facets";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { type FoundTarget, targetsOf } from "@fanfare/contract/publish/content-warnings";
import type { NamedTheme } from "@fanfare/contract/publish/contrast-warnings";
import type { PublishWarning } from "@fanfare/contract/publish/publish-warning";
import { publishWarnings } from "@fanfare/contract/publish/publish-warnings";
import type { StartedContent } from "@fanfare/contract/publish/start-warnings";
import type { PublishWarningResponse } from "@fanfare/contract/schema/responses/content/publish-warnings";
import { withoutPageConditions } from "@fanfare/contract/targeting/rule-without-page";
import { causeText } from "@fanfare/contract/wording/cause";
import { PUBLISH_WARNING_TEXTS } from "@fanfare/contract/wording/publish-warnings";
import { ENGLISH_WITH_FORMATS } from "@fanfare/contract/wording/value-format";
import { countIn } from "../../people/list/people-count.ts";
import { segmentRules } from "../../people/segments/segments.ts";
import { fromJson } from "../../store/columns.ts";
import type { JsonText } from "../../store/schema/column-types.ts";
import { shownParts } from "../../store/statements/analytics/rollups.ts";
import { contentDetailsBySlug } from "../../store/statements/content/contents.ts";
import { allThemes } from "../../store/statements/content/themes.ts";
import { latestEditions } from "../../store/statements/content/versions.ts";
import type { Store } from "../../store/store.ts";
import { getContent } from "../content/content.ts";
import { parseTheme } from "../themes/themes.ts";
import { contentStatus } from "./content-status.ts";
import { requirePublishable } from "./publishable.ts";
import { readVersionEdition } from "./versions.ts";

interface WarningDeps {
  readonly store: Store;
  readonly rng: Rng;
  readonly now_ms: number;
}

/**
 * Warnings about publishing the draft in an app, or one of its versions.
 *
 * @throws ProblemError `content_not_found`, `version_not_found`, `edition_invalid`.
 */
export async function readPublishWarnings(
  deps: WarningDeps,
  at: { readonly id: string; readonly app_id: AppId; readonly version_id: string | undefined },
): Promise<readonly PublishWarningResponse[]> {
  const content = await getContent(deps, at.id, at.app_id);
  const edition =
    at.version_id === undefined
      ? requirePublishable(content)
      : (await readVersionEdition(deps.store, content.id, at.version_id)).edition;
  const [themes, started, audience_empty, found, [latest]] = await Promise.all([
    readThemes(deps),
    readStarted(deps, edition, at.app_id),
    isAudienceEmpty(deps, edition, at.app_id),
    readFoundTargets(deps, content.id, edition),
    latestEditions(deps.store.db, content.id, 1),
  ]);
  const facts = {
    now_ms: deps.now_ms,
    themes,
    started,
    audience_empty,
    found,
    latest: latest && parseEdition(latest.edition),
  };
  return publishWarnings(edition, facts).map(presentWarning);
}

// Cast: validated before it was frozen.
const parseEdition = (text: JsonText): Edition => fromJson(text, (value) => value as Edition);

function presentWarning({ cause, tab, part_id, variant }: PublishWarning): PublishWarningResponse {
  const message = causeText(PUBLISH_WARNING_TEXTS, cause, ENGLISH_WITH_FORMATS);
  return { message, cause, tab: tab ?? null, part_id: part_id ?? null, variant: variant ?? null };
}

async function readThemes({ store }: WarningDeps): Promise<readonly NamedTheme[]> {
  const rows = await allThemes(store.db);
  return rows.flatMap((row) => {
    const theme = parseTheme(row);
    return theme === undefined ? [] : [{ id: row.id, name: row.name, theme, is_default: row.is_default === 1 }];
  });
}

async function readStarted(
  { store, now_ms }: WarningDeps,
  edition: Edition,
  app_id: AppId,
): Promise<ReadonlyMap<string, StartedContent>> {
  const listed = listedChecklists(edition.body).map(({ content }) => content);
  const slugs = [...new Set([...startedSlugs(edition), ...listed])];
  const rows = slugs.length === 0 ? [] : await contentDetailsBySlug(store, slugs, app_id);
  return new Map(
    rows.map((row) => {
      // Cast: the schema validated the draft before it was stored, and its settings are always complete.
      const { targeting, rollout } = fromJson(row.draft, (value) => value as Edition);
      const { name, type } = row;
      return [row.slug, { name, type, status: contentStatus(row, now_ms).status, targeting, rollout }];
    }),
  );
}

/** Only the latest versions: a target that changed since isn't the same. */
const VERSIONS_READ = 20;

/** The targets of earlier versions that pages reported as found, by showing their parts. */
async function readFoundTargets(
  { store }: WarningDeps,
  content_id: ContentId,
  edition: Edition,
): Promise<readonly FoundTarget[]> {
  if (allTargets(edition).every(({ target }) => target.picked === true)) return [];
  const [versions, shown] = await Promise.all([
    latestEditions(store.db, content_id, VERSIONS_READ),
    shownParts(store.db, content_id),
  ]);
  const seen = new Set(
    shown.map((facets) => {
      // Cast: extractFacets wrote the column.
      const { version, step_id } = fromJson(facets, (value) => value as EventFacets);
      return `${version} ${step_id}`;
    }),
  );
  return versions.flatMap(({ number, edition: text }) =>
    allTargets(parseEdition(text)).filter(({ part_id }) => seen.has(`${number} ${part_id}`)),
  );
}

function allTargets({ body, experiment }: Edition): readonly FoundTarget[] {
  const bodies = [body, ...(experiment?.variants ?? []).map((variant) => variant.body)];
  return bodies.flatMap((each) => targetsOf(each).map(([target, { id }]) => ({ target, part_id: id })));
}

async function isAudienceEmpty(deps: WarningDeps, { targeting }: Edition, app_id: AppId): Promise<boolean> {
  const rule = withoutPageConditions(targeting.audience);
  if (rule === undefined) return false;
  const counted = await countIn(deps, app_id, { rule, segments: await segmentRules(deps.store.db) });
  return counted.people > 0 && counted.count + counted.unknown === 0;
}
