import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { ExplainResponse } from "@fanfare/contract/schema/client/v1";
import type { Strategy } from "@fanfare/contract/target/target";
import type { CelebrationEnd } from "../ui/types.ts";

/** The result of {@link Fanfare.identify} and {@link Fanfare.update}. */
export type Identified =
  | { readonly status: "identified"; readonly verified: boolean }
  /** Nothing changed. For `code`, see `docs/errors.md`. */
  | { readonly status: "refused"; readonly code: string; readonly detail: string }
  /** The server didn't respond. The request is retried until it does. */
  | { readonly status: "waiting" };

/** The result of {@link Fanfare.group}. */
export type Grouped =
  | { readonly status: "grouped" }
  /**
   * Nothing changed. For `code`, see `docs/errors.md`. `group_not_proved` means that the person's token doesn't name
   * the group.
   */
  | { readonly status: "refused"; readonly code: string; readonly detail: string }
  /** The server didn't respond. The request is retried until it does, as long as the person stays the same. */
  | { readonly status: "waiting" };

/** A panel that was opened by {@link Fanfare.open}. */
export interface OpenPanel {
  /** Closes the panel. Does nothing if it is already closed. */
  close(): void;
  /** Resolves when the person or the page closes the panel. Never rejects. */
  readonly closed: Promise<void>;
}

/** Items that the person can read again, newest first, and the number of unread items. */
export type Feed = FeedResponse;

/** A handle to a running celebration. */
export interface Celebration {
  /** Resolves when the celebration is over, with the reason it ended. Never rejects. */
  readonly finished: Promise<{ readonly reason: CelebrationEnd }>;
  /** Stops emitting new particles; those in the air still fall. */
  stop(): void;
  /** Removes the celebration immediately. */
  cancel(): void;
}

/**
 * What one locator of a target finds on the page now. The first locator that finds exactly one usable element is used.
 */
export interface TargetFact {
  /** The step or hint that points at the target. */
  readonly station: string;
  readonly found: boolean;
  readonly strategies: readonly {
    readonly kind: Strategy["kind"];
    readonly matches: number;
    readonly visible: number;
  }[];
}

/** Why a content item is or isn't shown here. `targets` is empty if the server didn't send the content. */
export interface Explained extends Omit<ExplainResponse, "version_id"> {
  readonly targets: readonly TargetFact[];
}
