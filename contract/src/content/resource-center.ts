import type { Target } from "../target/target.ts";
import type { ElementPosition } from "./announcement.ts";
import type { Block } from "./block.ts";
import type { DismissalOptions } from "./dismissal.ts";
import type { Action } from "./panel.ts";

/**
 * What opens a resource center: Fanfare's button in a bottom corner of the screen, or an element of the page. `start`
 * and `end` follow the page's text direction. `inline`: it's always open, before, after, or inside an element.
 */
export type Launcher =
  | { readonly kind: "button"; readonly side: "start" | "end" }
  | { readonly kind: "element"; readonly target: Target; readonly wait_ms: number }
  | ({ readonly kind: "inline" } & ElementPosition);

/**
 * `feed` opens the person's notifications. `checklist` shows the tasks and progress of the checklist with this slug in
 * the resource center, for people who may get it.
 */
export type ResourceAction =
  | Action
  | { readonly kind: "feed" }
  | { readonly kind: "checklist"; readonly content: string };

/** An entry: a link, content to start again, the tasks of a checklist, the feed, or an action of the page. */
export interface Resource {
  /** Stable across versions, like a step's ID. */
  readonly id: string;
  /** Heading above this entry and those after it, up to the next heading. */
  readonly section?: string | undefined;
  readonly title: string;
  readonly description?: string | undefined;
  readonly action: ResourceAction;
  /** Counts in the launcher's badge until the person opens the resource center. */
  readonly is_new?: true | undefined;
}

/** A help launcher. People open and close it as often as they like, so it never completes. */
export interface ResourceCenterBody extends DismissalOptions {
  readonly type: "resource_center";
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly resources: readonly Resource[];
  readonly launcher: Launcher;
  /** Search page of a help center. `{query}` is replaced by the search text. */
  readonly search_url?: string | undefined;
  /** Help center whose articles the search includes. */
  readonly articles?: ArticleSource | undefined;
}

/**
 * Articles of a help center. `feed`: the server reads a JSON Feed, RSS, or Atom feed and searches it. `search`: the page
 * requests this URL, without credentials, with `{query}` replaced by the search text. It responds like a JSON Feed.
 */
export type ArticleSource =
  | { readonly kind: "feed"; readonly url: string }
  | { readonly kind: "search"; readonly url: string };

/** An article as plain text, with a full `https:` or `http:` URL. */
export interface Article {
  readonly title: string;
  readonly url: string;
  readonly summary?: string | undefined;
}

/** Step ID of events about a found article. No resource has it. */
export const ARTICLE_STEP = "article";

/** Resource centers with fewer entries show no search, unless they search a help center. */
export const RESOURCES_TO_SEARCH_MIN = 5;
