import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Clock } from "@fanfare/contract/clock";
import type { Body } from "@fanfare/contract/content";
import type { StartReason } from "@fanfare/contract/events";
import type { Gate } from "@fanfare/contract/gates";
import type { Lane } from "@fanfare/contract/lanes";
import type { PageFacts } from "@fanfare/contract/page-gates";
import type { Action } from "@fanfare/contract/panel";
import type { Decision, Run } from "@fanfare/contract/schema/v1";
import type { ContentNotice } from "../notices.ts";
import type { Report } from "../report.ts";
import type { Storage } from "../storage.ts";
import type { Whose } from "../ui/passed.ts";
import type {
  CelebrationHandle,
  CelebrationWish,
  Labels,
  OpenOnStage,
  PlayerEvent,
  PlayerHandle,
  PlayerOptions,
} from "../ui/types.ts";
import type { Decisions } from "./decisions.ts";
import type { TakeLane } from "./lane.ts";
import type { Memory } from "./memory.ts";
import type { ProgressMove, RunTracker } from "./progress.ts";
import type { Suppressions } from "./suppressions.ts";

/** What came of `start`. `gate` names what stands in the way; `unavailable`: its code or the server cannot be reached. */
export type Started =
  | { readonly status: "shown" }
  | { readonly status: "refused"; readonly gate: Gate | "unavailable" };

/** A content on the screen. Its content may get a newer edition while it stands there. */
export interface Showing {
  readonly kind: "showing";
  decision: Decision;
  handle: PlayerHandle | undefined;
  readonly run: RunTracker;
  readonly reason: StartReason;
  /** When nothing stood in its way any more. */
  readonly since_ms: number;
  readonly lane: Lane;
  readonly leaveLane: () => void;
}

/** What the stage lets those do who bring what is shown in line with what changed. */
export interface Hands {
  readonly memory: Memory;
  /** Takes a content away without ending its run. */
  readonly setAside: (showing: Showing) => void;
  /** Whether somebody looks at this tab. */
  readonly isSeen: () => boolean;
  /** Whether an event of this name happened in this page. */
  readonly happened: (event: string) => boolean;
  /** Whether the person completed the content of this slug, as far as this page knows. */
  readonly completed: (slug: string) => boolean;
}

/** For whom players are loaded. `actions`: among them may be one that draws steps. */
export interface PlayedFor {
  readonly actions: HostActions;
  readonly identity?: Whose | undefined;
}

/** The player of one type of body, loaded with the first of them. */
export type LoadPlayer = (body: Body, page?: PlayedFor) => Promise<OpenOnStage>;

export type Throw = (preset: CelebrationPreset, wanted?: CelebrationWish, about?: ContentNotice) => CelebrationHandle;

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
  readonly takeLane: TakeLane;
  /** The player of a content, which opens it in its theme. */
  readonly loadPlayer: (decision: Decision) => Promise<OpenOnStage>;
  /** Does what a button of a content says; settles when that is through. */
  readonly act: (action: Action) => Promise<unknown>;
  /** Throws confetti; `about` names the content that it belongs to. */
  readonly celebrate: Throw;
  readonly labels: Labels;
  readonly storage: Storage;
  readonly say: (move: ProgressMove) => void;
  /** `box`: what of a station that is shown stands on the screen. */
  readonly onPlayer: (event: PlayerEvent, showing: Showing, box?: Element) => void;
  readonly report: Report;
}

export interface Stage {
  /** Something that decides has changed: what is shown, changes or leaves with it, and what may be shown, is. */
  consider(): void;
  /** An event of this name was added to `events`. */
  happened(name: string): void;
  /** `reason`: who asks, the page itself where nothing is said. */
  start(id_or_slug: string, reason?: StartReason): Promise<Started>;
  /** Ends what is shown, or only this content. */
  stop(id_or_slug?: string): void;
  /** What `next` and `back` of the page are about: what blocks the screen, else what came last. */
  front(): PlayerHandle | undefined;
  /** The server refused a move: the run is elsewhere, or over. */
  conflict(current: Run): void;
  /** The page goes (perhaps to come back): what is shown is taken away, its run stays open. */
  leave(): void;
  comeBack(): void;
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
  wasSeen(decision: Pick<Decision, "content_id" | "due">): boolean;
  /** Another person looks at the page: nothing of the last one's stays. */
  forget(): void;
}
