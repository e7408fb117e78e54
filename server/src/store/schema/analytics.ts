import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Arm } from "@fanfare/contract/content/experiment";
import type { EndReason, RunState, StartReason } from "@fanfare/contract/events/events";
import type {
  AppId,
  ContentId,
  EventId,
  GoalId,
  LiveUpdateId,
  MemberId,
  PersonId,
  RunId,
  VersionId,
} from "@fanfare/contract/lib/ids";
import type { DeliveryState, LiveUpdatePriority } from "@fanfare/contract/realtime/live-update";
import type { Bit, JsonText, Millis } from "./column-types.ts";

/** What happened: runs, events, live updates and what is counted of them. */
export interface AnalyticsTables {
  runs: {
    id: RunId;
    app_id: AppId;
    person_id: PersonId;
    content_id: ContentId;
    version_id: VersionId;
    state: RunState;
    step_id: string;
    seq: number;
    start_reason: StartReason;
    end_reason: EndReason | null;
    started_at: Millis;
    ended_at: Millis | null;
    /** Ids of the tasks of a checklist that are done; an empty list of anything else. */
    done: JsonText;
    /** The variant that it shows; "" where the content has none. */
    variant: string;
  };
  /** That a person met a content which is an experiment, or would have: the first time. */
  exposures: {
    person_id: PersonId;
    content_id: ContentId;
    /** Which of its experiments: {@link experimentKey}. */
    experiment: string;
    app_id: AppId;
    arm: Arm;
    /** The number of the version that divided people then. */
    version: number;
    exposed_at: Millis;
    /** They met another arm, too, before they were known by name. */
    crossed: Bit;
  };
  events: {
    id: EventId;
    app_id: AppId;
    person_id: PersonId;
    name: string;
    props: JsonText;
    /** When it happened by the client's clock. */
    happened_at: Millis;
    received_at: Millis;
    /** The call that stored it, so that the same transaction can count what is new. */
    batch: string;
    /** The content that it speaks of, or "". */
    content_id: string;
    /** What it is counted by beside its content: an {@link EventFacets} as JSON, or "". */
    facets: string;
  };
  /** How many events of a name came on a day (UTC midnight, by the server's clock). Outlives the events. */
  event_rollups: { app_id: AppId; day: Millis; name: string; content_id: string; facets: string; events: number };
  live_updates: {
    id: LiveUpdateId;
    app_id: AppId;
    /** Grows by one with each of an app. */
    position: number;
    /** A LiveUpdateAudience. */
    audience: JsonText;
    /** Whom it names; null where that shows only when they come. */
    people: number | null;
    /** A LiveUpdateBody. */
    body: JsonText;
    priority: LiveUpdatePriority;
    require_ack: Bit;
    collapse_key: string | null;
    devices: "one" | "all";
    created_at: Millis;
    expires_at: Millis;
    created_by: MemberId | null;
  };
  /** For whom a live update waits: see `targetsOf`. Forgotten when its time is over. */
  live_update_targets: { live_update_id: LiveUpdateId; app_id: AppId; target: string; expires_at: Millis };
  /** How far it came with a person; on each device where `devices` is all, else with `device` "". */
  live_update_deliveries: {
    live_update_id: LiveUpdateId;
    person_id: PersonId;
    device: string;
    state: DeliveryState;
    /** The device that took it, and when: for a while no other is given it. */
    claimed_by: string;
    claimed_at: Millis;
    delivered_at: Millis | null;
    seen_at: Millis | null;
    ended_at: Millis | null;
  };
  /** What people have read in their feed: contents and live updates, by their ids. */
  feed_reads: { person_id: PersonId; item: string; read_at: Millis };
  goals: {
    id: GoalId;
    app_id: AppId;
    name: string;
    event_name: string;
    /** Props that the event must have: an object of plain values. */
    props: JsonText;
    /** How long after a run an event counts for its content. */
    window_ms: number;
    attribution: "first" | "last";
    /** What is thrown for who reached it; null: nothing. */
    celebration: CelebrationPreset | null;
    created_at: Millis;
    revision: number;
    /** When it was deleted: it can be brought back until it is forgotten. */
    archived_at: Millis | null;
  };
  /** That a person reached a goal: once. */
  milestones: {
    goal_id: GoalId;
    person_id: PersonId;
    app_id: AppId;
    event_id: EventId;
    /** The run that it is attributed to, and its content. */
    run_id: RunId | null;
    content_id: ContentId | null;
    reached_at: Millis;
  };
  /** How many events of a name a person has sent since ever: only of names that a trigger counts. */
  event_counts: { person_id: PersonId; name: string; events: number };
  /** What a person reached that a content waits for, and when it was shown for that. */
  occasions: {
    person_id: PersonId;
    content_id: ContentId;
    /** `event:{name}:{number}`, `completed:{run id}` or `goal:{goal id}`. */
    milestone: string;
    reached_at: Millis;
    shown_at: Millis | null;
  };
  /** What was answered to a question of a survey: the last word of each run. Several chosen options are several rows. */
  survey_answers: {
    /** The run, or the event where none was named. */
    run_id: string;
    question_id: string;
    ordinal: number;
    event_id: EventId;
    app_id: AppId;
    content_id: ContentId;
    version: number;
    person_id: PersonId;
    number: number | null;
    option: string | null;
    text: string | null;
    answered_at: Millis;
  };
}
