import type { Body } from "@fanfare/contract/content/body";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Lane } from "@fanfare/contract/content/lane";
import type { Action } from "@fanfare/contract/content/panel";
import type { StartReason } from "@fanfare/contract/events/events";
import type { Gate } from "@fanfare/contract/gates/gates";
import type { PageFacts } from "@fanfare/contract/gates/page-gates";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { Decision, Run } from "@fanfare/contract/schema/client/v1";
import type { ContentNotice } from "../api/events.ts";
import type { Report } from "../lib/report.ts";
import type { Storage } from "../lib/storage.ts";
import type { EpochSource } from "../ui/toast/toast-history.ts";
import type {
  CelebrationHandle,
  CelebrationOverrides,
  Labels,
  OpenStagedPlayer,
  PlayerEvent,
  PlayerHandle,
  PlayerOptions,
} from "../ui/types.ts";
import type { Decisions } from "./decide/decisions.ts";
import type { Suppressions } from "./decide/suppressions.ts";
import type { RunMemory } from "./runs/run-memory.ts";
import type { ProgressMove, RunTracker } from "./runs/run-tracker.ts";
import type { AcquireLane } from "./stage/lane.ts";

/** What came of `start`. `gate` names what stands in the way; `unavailable`: its code or the server cannot be reached. */
export type Started =
  | { readonly status: "shown" }
  | { readonly status: "refused"; readonly gate: Gate | "unavailable" };

/** A content on the screen. Its content may get a newer edition while it stands there. */
export interface ShownContent {
  readonly kind: "showing";
  decision: Decision;
  handle: PlayerHandle | undefined;
  readonly run: RunTracker;
  readonly reason: StartReason;
  /** When nothing stood in its way any more. */
  readonly since_ms: number;
  readonly lane: Lane;
  readonly releaseLane: () => void;
}

/** What the stage lets those do who bring what is shown in line with what changed. */
export interface StageActions {
  readonly memory: RunMemory;
  /** Takes a content away without ending its run. */
  readonly suspendRun: (showing: ShownContent) => void;
  /** Whether somebody looks at this tab. */
  readonly isTabVisible: () => boolean;
  /** Whether an event of this name happened in this page. */
  readonly hasHappened: (event: string) => boolean;
  /** Whether the person completed the content of this slug, as far as this page knows. */
  readonly completed: (slug: string) => boolean;
}

/** For whom players are loaded. `actions`: among them may be one that draws steps. */
export interface PlayerContext {
  readonly actions: HostActions;
  readonly identity?: EpochSource | undefined;
}

/** The player of one type of body, loaded with the first of them. */
export type LoadPlayer = (body: Body, page?: PlayerContext) => Promise<OpenStagedPlayer>;

export type PlayCelebration = (
  preset: CelebrationPreset,
  wanted?: CelebrationOverrides,
  about?: ContentNotice,
) => CelebrationHandle;

/** What the page lets contents do, by name: `fanfare.action(name, fn)`. */
export type HostActions = ReadonlyMap<string, () => unknown>;

export interface StageDeps {
  readonly clock: Clock;
  readonly newRunId: () => string;
  readonly window: PlayerOptions["window"];
  readonly decisions: Pick<Decisions, "current" | "now_ms">;
  readonly suppressions: Pick<Suppressions, "facts">;
  /** Names of the events that happened in this page. */
  readonly events: Set<string>;
  /** Why the page wants no guidance now. */
  readonly pauses: Set<string | undefined>;
  readonly acquireLane: AcquireLane;
  /** The player of a content, which opens it in its theme. */
  readonly loadPlayer: (decision: Decision) => Promise<OpenStagedPlayer>;
  /** Does what a button of a content says; settles when that is through. */
  readonly runAction: (action: Action) => Promise<unknown>;
  /** Throws confetti; `about` names the content that it belongs to. */
  readonly celebrate: PlayCelebration;
  readonly labels: Labels;
  readonly storage: Storage;
  readonly saveMove: (move: ProgressMove) => void;
  /** `box`: what of a station that is shown stands on the screen. */
  readonly onPlayerEvent: (event: PlayerEvent, showing: ShownContent, box?: Element) => void;
  readonly report: Report;
}

export interface Stage {
  /** Something that decides has changed: what is shown, changes or leaves with it, and what may be shown, is. */
  reevaluate(): void;
  /** An event of this name was added to `events`. */
  onEvent(name: string): void;
  /** `reason`: who asks, the page itself where nothing is said. */
  start(id_or_slug: string, reason?: StartReason): Promise<Started>;
  /** Ends what is shown, or only this content. */
  stop(id_or_slug?: string): void;
  /** What `next` and `back` of the page are about: what blocks the screen, else what came last. */
  activePlayer(): PlayerHandle | undefined;
  /** The server refused a move: the run is elsewhere, or over. */
  conflict(current: Run): void;
  /** The page goes (perhaps to come back): what is shown is taken away, its run stays open. */
  leave(): void;
  restorePage(): void;
  /** What this page knows about a content. */
  facts(decision: Decision): PageFacts;
  /** What stands on the screen, or is on its way there. */
  shown(): ReadonlyMap<
    string,
    {
      readonly lane: Lane;
      readonly handle?: PlayerHandle | undefined;
      readonly run?: Pick<RunTracker, "position"> | undefined;
    }
  >;
  /** Whether it came and went since the page was opened, and so does not come by itself again. */
  wasShown(decision: Pick<Decision, "content_id" | "due">): boolean;
  /** Another person looks at the page: nothing of the last one's stays. */
  forget(): void;
}
