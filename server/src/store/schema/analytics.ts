import type { AlertKind, AlertResolution } from "@fanfare/contract/alerts/alert";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Arm, VariantId } from "@fanfare/contract/content/experiment";
import type { EndReason, RunState, StartReason } from "@fanfare/contract/events/events";
import type { FunnelOutcome } from "@fanfare/contract/events/funnel";
import type {
  AlertId,
  AppId,
  ContentId,
  DashboardEmailId,
  DashboardId,
  DashboardLinkId,
  DashboardRecipientId,
  EventId,
  GoalId,
  GroupId,
  LiveUpdateId,
  MemberId,
  PersonId,
  PushSubscriptionId,
  ReceiverId,
  RunId,
  TrackerId,
  VersionId,
} from "@fanfare/contract/lib/ids";
import type { DeliveryState, LiveUpdatePriority } from "@fanfare/contract/realtime/live-update";
import type { EmailFailure, EmailSkipReason } from "@fanfare/contract/realtime/message-email";
import type { PushFailure, PushSkipReason } from "@fanfare/contract/realtime/message-push";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import type { DashboardEmailFailure } from "@fanfare/contract/schema/analytics/dashboard-email";
import type { Bit, JsonText, Millis } from "./column-types.ts";

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
    /** IDs of a checklist's completed tasks. An empty list for other types. */
    done: JsonText;
    /** Variant shown, or "" if there are none. */
    variant: string;
    /** When a member reset the content for the person: later decisions ignore the run, reports keep it. */
    reset_at: Millis | null;
  };
  /** A person's first exposure to an experiment, including the holdout. */
  exposures: {
    person_id: PersonId;
    content_id: ContentId;
    /** Which of the content's experiments: {@link experimentKey}. */
    experiment: string;
    app_id: AppId;
    arm: Arm;
    /** Version that assigned the variant. */
    version: number;
    exposed_at: Millis;
    /** Also exposed to another variant before being identified. */
    crossed: Bit;
  };
  events: {
    id: EventId;
    app_id: AppId;
    person_id: PersonId;
    name: string;
    props: JsonText;
    /** Time by the client's clock. */
    happened_at: Millis;
    received_at: Millis;
    /** Request that stored it, so that the same transaction can count the new events. */
    batch: string;
    /** Content that the event refers to, or "". */
    content_id: string;
    /** Dimensions for counting beside the content: an {@link EventFacets} as JSON, or "". */
    facets: string;
  };
  /** Number of events per name and day (UTC midnight, server clock). Outlives the events. */
  event_rollups: { app_id: AppId; day: Millis; name: string; content_id: string; facets: string; events: number };
  /**
   * What pages reported about each run, the source of funnels. Outlives the events. An event without a run is a run of
   * its own.
   */
  funnel_runs: {
    person_id: PersonId;
    content_id: string;
    /** Run, or the event if no run was given. Of an anonymous response, its random ID. */
    run_id: string;
    app_id: AppId;
    /** Version, variant, and locale of the run's first event with one. "" is unknown. */
    version: number | null;
    variant: string;
    locale: string;
    /** Server time of the first event. Reports count a run on this day. */
    first_at: Millis;
    /** Whether the run counts as a view. */
    seen: Bit;
    /** Whether it was reported to have ended before it was visible for a second. */
    unseen: Bit;
    suppressed: Bit;
    /** "" while the run is open. */
    outcome: FunnelOutcome;
    start_reason: StartReason | null;
    end_reason: EndReason | null;
    error: string | null;
    ended_at: Millis | null;
    wait_ms_max: number | null;
  };
  /** Steps, panels, tasks, and questions of those runs. */
  funnel_steps: {
    person_id: PersonId;
    content_id: string;
    run_id: string;
    step_id: string;
    seen: Bit;
    done: Bit;
    missing: Bit;
    /** Whether the person skipped the task, by the latest of its events: {@link skip_event}. */
    skipped: Bit;
    /** The latest event that skipped the task or undid it, or "". Its ID starts with its time. */
    skip_event: string;
    /** Facets `near`, `unready`, and `obstructed` of the first event with one, or "". */
    near: string;
    unready: string;
    obstructed: string;
  };
  live_updates: {
    id: LiveUpdateId;
    app_id: AppId;
    /** Increases by 1 with each live update of the app. */
    position: number;
    /** A LiveUpdateAudience. */
    audience: JsonText;
    /** Number of targeted people. Null if it's unknown until they connect. */
    people: number | null;
    /** A LiveUpdateBody. */
    body: JsonText;
    priority: LiveUpdatePriority;
    require_ack: Bit;
    collapse_key: string | null;
    devices: "one" | "all";
    created_at: Millis;
    /** A StoredTiming. Null: people get it at any time until it expires. */
    timing: JsonText | null;
    /** With a timing: for the last people. */
    expires_at: Millis;
    created_by: MemberId | null;
    /** The first live update of its thread, which was sent again to people who hadn't seen it. */
    resend_of: LiveUpdateId | null;
    /** A MessageExperiment. Null: everyone gets the body. */
    experiment: JsonText | null;
    /** Null: no email. */
    email_after_hours: number | null;
    /** When its next recipients are queued. Null: all are. */
    emails_at: Millis | null;
    /** The last person whose email was queued. */
    emails_cursor: PersonId | null;
    /** Null: no notification. */
    push_after_minutes: number | null;
    /** When its next recipients are queued. Null: all are. */
    pushes_at: Millis | null;
    /** The last person whose notification was queued. */
    pushes_cursor: PersonId | null;
  };
  /** Notifications of live updates. `claimed`: being sent. */
  live_update_pushes: {
    live_update_id: LiveUpdateId;
    person_id: PersonId;
    state: "pending" | "claimed" | "sent" | "failed" | "skipped";
    reason: PushSkipReason | PushFailure | null;
    attempts: number;
    next_at: Millis;
    changed_at: Millis;
    /** When the person clicked it. */
    opened_at: Millis | null;
  };
  /** Key that an app's requests to push services are signed with. `sealed`: the private key. */
  push_keys: { app_id: AppId; public_key: string; sealed: string; created_at: Millis };
  /** Browsers of people who agreed to notifications. Whoever has `sealed`, the endpoint and its keys, can notify them. */
  push_subscriptions: {
    id: PushSubscriptionId;
    app_id: AppId;
    person_id: PersonId;
    endpoint_hash: string;
    /** Host of the endpoint. */
    service: string;
    sealed: string;
    created_at: Millis;
    /** When a page last confirmed it. */
    confirmed_at: Millis;
  };
  /** Emails of live updates. `claimed`: being sent. */
  live_update_emails: {
    live_update_id: LiveUpdateId;
    person_id: PersonId;
    state: "pending" | "claimed" | "sent" | "failed" | "skipped";
    reason: EmailSkipReason | EmailFailure | null;
    attempts: number;
    next_at: Millis;
    changed_at: Millis;
  };
  /** People who get no email of their app's live updates. `live_update_id`: whose email they unsubscribed from. */
  email_unsubscribes: { person_id: PersonId; live_update_id: LiveUpdateId | null; created_at: Millis };
  /** Live updates that aren't sent yet. Each becomes a row of `live_updates` with the same ID. */
  scheduled_live_updates: {
    id: LiveUpdateId;
    app_id: AppId;
    send_at: Millis;
    /** A LiveUpdateInput. */
    input: JsonText;
    created_at: Millis;
    created_by: MemberId | null;
  };
  /** Pending targets of a live update: see `targetsOf`. Deleted when it expires. */
  live_update_targets: { live_update_id: LiveUpdateId; app_id: AppId; target: string; expires_at: Millis };
  /** Delivery state per person. Per device if `devices` is all, otherwise `device` is "". */
  live_update_deliveries: {
    live_update_id: LiveUpdateId;
    person_id: PersonId;
    device: string;
    state: DeliveryState;
    /** Device that claimed it, and when. Until the claim expires, no other device gets it. */
    claimed_by: string;
    claimed_at: Millis;
    delivered_at: Millis | null;
    seen_at: Millis | null;
    ended_at: Millis | null;
    /** The person's variant of an A/B test. */
    variant: VariantId | null;
  };
  /** Items that people have read in their feed: content and live updates, by ID. */
  feed_reads: { person_id: PersonId; item: string; read_at: Millis };
  /** Each is one occurrence of a problem. At most one per key is open. */
  alerts: {
    id: AlertId;
    /** Kind and subject. */
    key: string;
    kind: AlertKind;
    /** Null: of the server. */
    app_id: AppId | null;
    content_id: ContentId | null;
    step_id: string | null;
    receiver_id: ReceiverId | null;
    /** An AlertValues. */
    data: JsonText;
    opened_at: Millis;
    /** Since when its problem is no longer found. */
    healthy_since: Millis | null;
    resolved_at: Millis | null;
    resolution: AlertResolution | null;
  };
  goals: {
    id: GoalId;
    app_id: AppId;
    name: string;
    event_name: string;
    /** Properties that the event must have: an object of primitive values. */
    props: JsonText;
    /** How long after a run an event is attributed to its content. */
    window_ms: number;
    attribution: "first" | "last";
    /** Effect to play on completion. Null: none. */
    celebration: CelebrationPreset | null;
    created_at: Millis;
    revision: number;
    /** Time of deletion. It can be restored until it's permanently deleted. */
    archived_at: Millis | null;
  };
  dashboards: {
    id: DashboardId;
    app_id: AppId;
    /** Unique in the app. */
    name: string;
    /** A list of DashboardChart. */
    charts: JsonText;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
  };
  /** Pages of a dashboard for people without an account. `token_hash`: hex SHA-256 of the link's token. */
  dashboard_links: {
    id: DashboardLinkId;
    app_id: AppId;
    dashboard_id: DashboardId;
    /** Who created it. Null: an operator's token. */
    member_id: MemberId | null;
    token_hash: string;
    created_at: Millis;
    expires_at: Millis;
    last_viewed_at: Millis | null;
  };
  dashboard_emails: {
    id: DashboardEmailId;
    app_id: AppId;
    dashboard_id: DashboardId;
    /** Who scheduled it. Null: an operator's token. */
    member_id: MemberId | null;
    /** A DashboardEmailSchedule. */
    schedule: JsonText;
    time_zone: string;
    language: EmailLanguage;
    days: number;
    next_at: Millis;
    /** `next_at`, or the time of the next attempt. */
    due_at: Millis;
    attempts: number;
    failure: DashboardEmailFailure | null;
    last_sent_at: Millis | null;
    created_at: Millis;
  };
  /** Deleted when they unsubscribe. */
  dashboard_email_recipients: {
    id: DashboardRecipientId;
    dashboard_email_id: DashboardEmailId;
    email: string;
    /** Time of the schedule whose email was sent, or is being sent. */
    sent_for: Millis | null;
  };
  trackers: {
    id: TrackerId;
    app_id: AppId;
    /** Name of the event that it tracks. */
    name: string;
    /** A TrackerRule: what members edit. */
    rule: JsonText;
    revision: number;
    /** A LiveTracker: what pages get, since it was last published. */
    live: JsonText | null;
    live_revision: number | null;
    /** When it was last published. */
    published_at: Millis | null;
    /** While it's paused, pages don't get it. */
    paused_at: Millis | null;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
    /** Time of deletion. It can be restored until it's permanently deleted. */
    archived_at: Millis | null;
  };
  /** Completions. At most one per person and goal. */
  milestones: {
    goal_id: GoalId;
    person_id: PersonId;
    app_id: AppId;
    event_id: EventId;
    /** Attributed run, and its content. */
    run_id: RunId | null;
    content_id: ContentId | null;
    reached_at: Millis;
  };
  /**
   * All-time number of a person's events per name, only for names that a trigger counts. `filter` is the ID of the
   * trigger's property tests, and empty if every event counts.
   */
  event_counts: { person_id: PersonId; name: string; filter: string; events: number };
  /**
   * Events of a group's people per name and day (UTC midnight, server clock), for the groups that each person belonged to
   * at the time. Kept as long as events. Doesn't name people, so it stays when one of them is erased.
   */
  group_event_days: {
    group_id: GroupId;
    name: string;
    day: Millis;
    app_id: AppId;
    events: number;
    /** Server time of the day's first and last event. */
    first_at: Millis;
    last_at: Millis;
  };
  /**
   * Tasks of checklists that a group did, for checklists that share progress. Stays when the person is erased, without
   * their name.
   */
  group_tasks: {
    group_id: GroupId;
    content_id: ContentId;
    task_id: string;
    app_id: AppId;
    /** Who did it first. Null: erased. */
    done_by: PersonId | null;
    done_at: Millis;
  };
  /** A person's milestones that trigger content, and when the content was shown for them. */
  occasions: {
    person_id: PersonId;
    content_id: ContentId;
    /** `event:{name}:{number}`, `event:{name}:{filter}:{number}`, `completed:{run id}` or `goal:{goal id}`. */
    milestone: string;
    reached_at: Millis;
    shown_at: Millis | null;
  };
  /** Latest survey answers of each run. Each selected option is a row, and so is each row of a matrix. */
  survey_answers: {
    /** Run, or the event if no run was given. */
    run_id: string;
    question_id: string;
    ordinal: number;
    event_id: string;
    app_id: AppId;
    content_id: ContentId;
    version: number;
    /** Null for anonymous surveys. */
    person_id: PersonId | null;
    number: number | null;
    /** Row of a matrix. */
    part: string | null;
    option: string | null;
    text: string | null;
    /** Of an anonymous response, the start of the day in UTC. */
    answered_at: Millis;
  };
  /** Runs with an answer to a survey, and anonymous responses. Each counts once. */
  survey_responses: {
    /** As in `survey_answers`. */
    run_id: string;
    app_id: AppId;
    content_id: ContentId;
    person_id: PersonId | null;
    /** Included in `survey_response_counts`. */
    counted: Bit;
  };
  /** Responses to a survey, including those of people who were erased later. */
  survey_response_counts: {
    app_id: AppId;
    content_id: ContentId;
    /** Since 1970, UTC. -1: in total. */
    day: number;
    responses: number;
  };
}
