import type { Edition } from "../content/content.ts";
import { doubt } from "../wording/publish-warnings.ts";
import { contentWarnings, type FoundTarget } from "./content-warnings.ts";
import { contrastWarnings, type NamedTheme } from "./contrast-warnings.ts";
import type { PublishWarning } from "./publish-warning.ts";
import { type StartedContent, startWarnings } from "./start-warnings.ts";
import { translationWarnings } from "./translation-warnings.ts";

/** What the warnings about an edition depend on besides itself. */
export interface PublishFacts {
  readonly now_ms: number;
  /** All themes of the workspace. */
  readonly themes: readonly NamedTheme[];
  /** Content that its parts start or show, by slug. Doesn't have slugs of content that doesn't exist. */
  readonly started: ReadonlyMap<string, StartedContent>;
  /** Whether the app has people, and none of them matches the audience. */
  readonly audience_empty: boolean;
  /** Targets of parts that pages have found, in any version and app. */
  readonly found: readonly FoundTarget[];
  /** The newest version: what its texts said when they were translated. */
  readonly latest?: Edition | undefined;
}

/**
 * Warnings about an edition that is valid for publishing. API, console, command line, and assistants show the same
 * ones.
 *
 * @example
 * publishWarnings(edition, { now_ms: Date.now(), themes: [], started: new Map(), audience_empty: false, found: [] });
 * // [{ cause: { code: "empty_paragraph", values: { part: … } }, part_id: "intro" }]
 */
export function publishWarnings(edition: Edition, facts: PublishFacts): readonly PublishWarning[] {
  return [
    ...contentWarnings(edition, facts),
    ...startWarnings(edition, facts.started),
    ...contrastWarnings(edition, facts.themes),
    ...translationWarnings(edition, facts.latest),
    ...(facts.audience_empty ? [{ cause: doubt("audience_empty"), tab: "audience" as const }] : []),
  ];
}
