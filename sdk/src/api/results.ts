import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import type { ExplainResponse } from "@fanfare/contract/schema/client/v1";
import type { Strategy } from "@fanfare/contract/target/target";
import type { CelebrationEnd } from "../ui/types.ts";

/** What came of {@link Fanfare.identify} and {@link Fanfare.update}. */
export type Identified =
  | { readonly status: "identified"; readonly verified: boolean }
  /** The page goes on as before. `code` as in `docs/errors.md`. */
  | { readonly status: "refused"; readonly code: string; readonly detail: string }
  /** The server does not answer. It is asked again until it does. */
  | { readonly status: "waiting" };

/** What came of {@link Fanfare.group}. */
export type Grouped =
  | { readonly status: "grouped" }
  /** Nothing was changed. `code` as in `docs/errors.md`: `group_not_proved` where the person's token does not name the group. */
  | { readonly status: "refused"; readonly code: string; readonly detail: string }
  /** The server does not answer. It is told again until it does, as long as this person looks at the page. */
  | { readonly status: "waiting" };

/** A panel that {@link Fanfare.open} opened. */
export interface OpenPanel {
  /** Closes it. Nothing happens when it is closed. */
  close(): void;
  /** Settles when it is closed, by the person or by the page. Never rejects. */
  readonly closed: Promise<void>;
}

/** What the person can read again, the newest first, and how many of it are unread. */
export type Feed = FeedResponse;

/** A celebration that goes on. */
export interface Celebration {
  /** Settles when it is over, with how it ended. Never rejects. */
  readonly finished: Promise<{ readonly reason: CelebrationEnd }>;
  /** Nothing new is thrown; what flies comes down. */
  stop(): void;
  /** Everything of it disappears now. */
  cancel(): void;
}

/** What one strategy of a target finds in the page now. The first that finds exactly one usable element wins. */
export interface TargetFact {
  /** The step, or the card of a hint, that points at it. */
  readonly station: string;
  readonly found: boolean;
  readonly strategies: readonly {
    readonly kind: Strategy["kind"];
    readonly matches: number;
    readonly visible: number;
  }[];
}

/** Why a content is shown here, or is not. `targets`: none where the server does not send it. */
export interface Explained extends Omit<ExplainResponse, "version_id"> {
  readonly targets: readonly TargetFact[];
}
