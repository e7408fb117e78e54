import type { Clock } from "@fanfare/contract/clock";
import type { StartReason } from "@fanfare/contract/events";
import type { Gate } from "@fanfare/contract/gates";
import type { PageFacts } from "@fanfare/contract/page-gates";
import type { Decision, Run } from "@fanfare/contract/schema/v1";
import type { Report } from "../report.ts";
import type { Labels, TourEvent, TourHandle, TourOptions } from "../ui/types.ts";
import type { Decisions } from "./decisions.ts";
import type { TakeLane } from "./lane.ts";
import type { ProgressMove, RunTracker } from "./progress.ts";
import type { Suppressions } from "./suppressions.ts";

/** What came of `start`. `gate` names what stands in the way; `unavailable`: its code or the server cannot be reached. */
export type Started =
  | { readonly status: "shown" }
  | { readonly status: "refused"; readonly gate: Gate | "unavailable" };

/** A tour on the screen. Its content may get a newer edition while it stands there. */
export interface Showing {
  readonly kind: "showing";
  decision: Decision;
  handle: TourHandle | undefined;
  readonly run: RunTracker;
  readonly reason: StartReason;
  readonly leaveLane: () => void;
}

export type OpenTour = (options: TourOptions) => TourHandle;

export interface StageDeps {
  readonly clock: Clock;
  readonly newRunId: () => string;
  readonly window: TourOptions["window"];
  readonly decisions: Pick<Decisions, "current" | "now_ms">;
  readonly suppressions: Pick<Suppressions, "facts">;
  /** Names of the events that happened in this page. */
  readonly events: Set<string>;
  /** Why the page wants no guidance now. */
  readonly pauses: Set<string>;
  readonly takeLane: TakeLane;
  readonly loadPlayer: () => Promise<OpenTour>;
  readonly labels: Labels;
  readonly say: (move: ProgressMove) => void;
  readonly onTour: (event: TourEvent, decision: Decision, run_id: string, reason: StartReason) => void;
  readonly report: Report;
}

export interface Stage {
  /** Something that decides has changed: what is shown, changes or leaves with it, and what may be shown, is. */
  consider(): void;
  /** An event of this name was added to `events`. */
  happened(name: string): void;
  start(id_or_slug: string): Promise<Started>;
  /** Ends what is shown, or only this content. */
  stop(id_or_slug?: string): void;
  tour(): TourHandle | undefined;
  /** The server refused a move: the run is elsewhere, or over. */
  conflict(current: Run): void;
  /** The page goes (perhaps to come back): what is shown is taken away, its run stays open. */
  leave(): void;
  comeBack(): void;
  /** What this page knows about a content. */
  facts(decision: Decision): PageFacts;
  /** Whether it came and went since the page was opened, and so does not come by itself again. */
  wasSeen(content_id: string): boolean;
  /** Another person looks at the page: nothing of the last one's stays. */
  forget(): void;
}
