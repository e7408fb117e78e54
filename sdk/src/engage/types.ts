import type { Body } from "@fanfare/contract/content/body";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Lane } from "@fanfare/contract/content/lane";
import type { ButtonAction } from "@fanfare/contract/content/panel";
import type { StartReason } from "@fanfare/contract/events/events";
import type { Gate } from "@fanfare/contract/gates/gates";
import type { PageFacts } from "@fanfare/contract/gates/page-gates";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { Decision, Run } from "@fanfare/contract/schema/client/v1";
import type { ContentNotice } from "../api/events.ts";
import type { PageHide } from "../lib/lifecycle.ts";
import type { Report } from "../lib/report.ts";
import type { Storage } from "../lib/storage.ts";
import type { EpochSource } from "../ui/toast/toast-history.ts";
import type {
  CelebrationHandle,
  CelebrationOverrides,
  Labels,
  OpenStagedPlayer,
  PlayerHandle,
  PlayerOptions,
  RunEvent,
} from "../ui/types.ts";
import type { Decisions } from "./decide/decisions.ts";
import type { Suppressions } from "./decide/suppressions.ts";
import type { ProgressMove, RunTracker } from "./runs/run-tracker.ts";
import type { AcquireLane } from "./stage/lane.ts";

/** Result of `start`. `gate`: what refused it; `unavailable` means that its code or the server can't be reached. */
export type Started =
  | { readonly status: "shown" }
  | { readonly status: "refused"; readonly gate: Gate | "unavailable" };

/** Displayed content. It may receive a newer edition while displayed. */
export interface ShownContent {
  readonly kind: "showing";
  decision: Decision;
  handle: PlayerHandle | undefined;
  /** Its run has ended, and its thanks stay on the screen. */
  over?: boolean;
  readonly run: RunTracker;
  readonly reason: StartReason;
  /** When nothing blocked it any longer. */
  readonly since_ms: number;
  readonly lane: Lane;
  readonly releaseLane: () => void;
}

/** Content that is loading or waits for its turn. */
export interface OpeningContent {
  readonly kind: "opening";
  readonly lane: Lane;
}

/** By content ID, in order of appearance. */
export type Scenes = Map<string, OpeningContent | ShownContent>;

/** Context for loading players. `actions` may include one that renders steps. */
export interface PlayerContext {
  readonly actions: HostActions;
  readonly identity?: EpochSource | undefined;
  /** Only for content that needs more than its player. */
  readonly stage?: Stage | undefined;
}

export type LoadPlayer = (body: Body, page?: PlayerContext) => Promise<OpenStagedPlayer>;

export type PlayCelebration = (
  preset: CelebrationPreset,
  wanted?: CelebrationOverrides,
  about?: ContentNotice,
) => CelebrationHandle;

/** Page actions for content, by name: `fanfare.action(name, fn)`. */
export type HostActions = ReadonlyMap<string, () => unknown>;

export interface StageDeps {
  readonly clock: Clock;
  readonly newRunId: () => string;
  readonly window: PlayerOptions["window"];
  readonly decisions: Pick<Decisions, "current" | "now_ms">;
  readonly suppressions: Pick<Suppressions, "facts">;
  /** Names of events that happened on this page. */
  readonly events: Set<string>;
  readonly pauses: Set<string | undefined>;
  readonly acquireLane: AcquireLane;
  /** Loads the player of a content item, with its theme applied. */
  readonly loadPlayer: (decision: Decision) => Promise<OpenStagedPlayer>;
  /** Adds the body to a decision that came without it. Rejects if it can't. */
  readonly loadBody: (decision: Decision) => Promise<void>;
  readonly runAction: (action: ButtonAction) => Promise<unknown>;
  /** Plays confetti; `about` is the content it belongs to. */
  readonly celebrate: PlayCelebration;
  readonly labels: Labels;
  readonly storage: Storage;
  readonly saveMove: (move: ProgressMove) => void;
  /** `box`: the visible element of a shown step. */
  readonly onPlayerEvent: (event: RunEvent, showing: ShownContent, box?: Element) => void;
  readonly report: Report;
}

export interface Stage {
  /** Reevaluates after a relevant change: updates or removes displayed content and opens what is now due. */
  reevaluate(): void;
  onEvent(name: string): void;
  /** `reason`: who starts the content; defaults to the page itself. */
  start(id_or_slug: string, reason?: StartReason): Promise<Started>;
  /** Opens content in another lane. In `embedded`, other content shows it: see `PlayerHandle.embed`. */
  open(decision: Decision, lane: Lane): Promise<Started>;
  /** Ends the content on the screen, or only the given item. */
  stop(id_or_slug?: string): void;
  /** The player controlled by the page's `next` and `back`: blocking content, otherwise the latest. */
  activePlayer(): PlayerHandle | undefined;
  conflict(current: Run): void;
  /**
   * Removes displayed content and keeps its runs open. The page may be restored. If the event says that it won't, the
   * content stays until the page is gone, except for celebrations, whose runs end.
   */
  leave(event?: PageHide): void;
  restorePage(): void;
  facts(decision: Decision): PageFacts;
  readonly loadBody: StageDeps["loadBody"];
  /** Displayed or opening content. */
  shown(): ReadonlyMap<
    string,
    {
      readonly lane: Lane;
      readonly handle?: PlayerHandle | undefined;
      readonly run?: Pick<RunTracker, "position"> | undefined;
    }
  >;
  /** Whether it was shown and closed since the page loaded, so that it doesn't start automatically again. */
  wasShown(decision: Pick<Decision, "content_id" | "due" | "history">): boolean;
  forget(): void;
}
