import type { AttributeType } from "@fanfare/contract/attribute";
import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { ContentType } from "@fanfare/contract/content";
import type { EndReason, RunState, StartReason } from "@fanfare/contract/events";
import type {
  AccountLinkId,
  ApiTokenId,
  AppId,
  AppKey,
  AuditId,
  CapGroupId,
  ContentId,
  DecisionLogId,
  EventId,
  GoalId,
  GroupId,
  LiveUpdateId,
  MemberId,
  PersonId,
  RunId,
  SegmentId,
  SignInId,
  SuppressionId,
  VersionId,
  WebhookDeliveryId,
  WebhookId,
} from "@fanfare/contract/ids";
import type { DeliveryState, LiveUpdatePriority } from "@fanfare/contract/live-update";
import type { AttributeOwner, Device } from "@fanfare/contract/rule";
import type { Role } from "@fanfare/contract/schema/api";
import type { SuppressionReason, SuppressionScope } from "@fanfare/contract/suppression";
import type { WebhookDeliveryState } from "@fanfare/contract/webhook";

/** Truth in both dialects: 0 or 1. */
export type Bit = 0 | 1;
/** JSON as text in both dialects, read and written through `columns.ts`. */
export type JsonText = string;
/** UTC milliseconds. */
export type Millis = number;

/** The tables as rows. Times are UTC milliseconds; ids are prefixed UUIDv7 text, app ids digits. */
export interface Schema {
  workspace: { id: 1; name: string; created_at: Millis };
  members: {
    id: MemberId;
    email: string;
    name: string;
    role: Role;
    password_hash: string;
    created_at: Millis;
  };
  /** `token_hash`: hex SHA-256 of the cookie's value. */
  sign_ins: {
    id: SignInId;
    token_hash: string;
    member_id: MemberId;
    user_agent: string;
    created_at: Millis;
    last_seen_at: Millis;
    expires_at: Millis;
  };
  /** The setup link: one row at most. */
  setup_links: { id: 1; token_hash: string; expires_at: Millis };
  apps: {
    id: AppId;
    key: AppKey;
    name: string;
    paused: Bit;
    /** The hidden app by which the console is its own guest. */
    system: Bit;
    require_identity: Bit;
    /** `string[]`; empty means any origin. */
    allowed_origins: JsonText;
    /** Grows with every change that open pages must hear of. */
    config_version: number;
    created_at: Millis;
    /** A StoredAppSettings. */
    settings: JsonText;
    /** Grows with every change of this row by a member; a publication raises `config_version` alone. */
    revision: number;
    /** When a page with the SDK called for the first time. */
    first_page_at: Millis | null;
  };
  /** `sealed`: AES-256-GCM, base64. At most two live per app. */
  app_secrets: {
    id: string;
    app_id: AppId;
    sealed: string;
    created_at: Millis;
    revoked_at: Millis | null;
    /** To the minute or so: noted in batches. */
    last_used_at: Millis | null;
  };
  people: {
    id: PersonId;
    app_id: AppId;
    /** Exactly one of the two is set. */
    external_id: string | null;
    anonymous_id: string | null;
    verified: Bit;
    attributes: JsonText;
    /** An anonymous person that was identified: all of it went to this person. */
    merged_into: PersonId | null;
    first_seen_at: Millis;
    last_seen_at: Millis;
    /** Attributes `name` and `email` in lower case, and the last word of the name: what lists are searched and sorted by. */
    search_name: string | null;
    search_last_name: string | null;
    search_email: string | null;
    locale: string | null;
    time_zone: string | null;
    device: Device | null;
    /** Until then every decision about this person is logged. */
    watched_until: Millis | null;
  };
  groups: {
    id: GroupId;
    app_id: AppId;
    external_id: string;
    attributes: JsonText;
    /** Attribute `name` in lower case. */
    search_name: string | null;
    created_at: Millis;
    updated_at: Millis;
  };
  memberships: { person_id: PersonId; group_id: GroupId; attributes: JsonText; created_at: Millis };
  /** The type of each attribute, fixed by the first value; values of other types are counted. */
  attribute_definitions: {
    app_id: AppId;
    owner: AttributeOwner;
    name: string;
    type: AttributeType;
    created_at: Millis;
    mismatches: number;
    last_mismatch_type: AttributeType | null;
    last_mismatch_at: Millis | null;
  };
  /** Of the workspace, as contents are. */
  segments: {
    id: SegmentId;
    name: string;
    /** A Rule. */
    rule: JsonText;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
  };
  cap_groups: {
    id: CapGroupId;
    name: string;
    runs_max: number;
    window_hours: number;
    /** A CapCover: which contents are counted together. */
    covers: JsonText;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
  };
  decision_log: {
    id: DecisionLogId;
    app_id: AppId;
    person_id: PersonId;
    at: Millis;
    config_version: number;
    /** LoggedVerdict[]. */
    verdicts: JsonText;
  };
  /** Who asked to be forgotten, as a hash that nobody can turn back into a name. */
  erasures: { app_id: AppId; name_hash: string; erased_at: Millis };
  contents: {
    id: ContentId;
    type: ContentType;
    slug: string;
    name: string;
    /** An Edition. */
    draft: JsonText;
    revision: number;
    /** Belongs to the console's own guest app; never listed. */
    system: Bit;
    /** Put away then: neither listed nor shown to anybody until it is restored. */
    archived_at: Millis | null;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
  };
  versions: {
    id: VersionId;
    content_id: ContentId;
    number: number;
    /** An Edition, frozen. */
    edition: JsonText;
    /** The draft's revision that was frozen. */
    revision: number;
    frozen_at: Millis;
    created_by: MemberId | null;
  };
  /** What is live in which app: at most one row per content and app. */
  publications: {
    content_id: ContentId;
    app_id: AppId;
    version_id: VersionId;
    published_at: Millis;
    published_by: MemberId | null;
    /** Held back for now, since then. */
    paused_at: Millis | null;
  };
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
  };
  suppressions: {
    id: SuppressionId;
    app_id: AppId;
    person_id: PersonId;
    scope: SuppressionScope;
    /** Content id, tag, or "" for all. */
    target: string;
    reason: SuppressionReason;
    created_at: Millis;
    expires_at: Millis;
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
  audit_entries: {
    id: AuditId;
    at: Millis;
    member_id: MemberId | null;
    action: string;
    resource_type: string;
    resource_id: string;
    app_id: AppId | null;
    /** JSON object of what changed, without secrets. */
    detail: JsonText;
    /** Its place in the chain, from 1; null until it has one. */
    seq: number | null;
    /** Hex HMAC over the entry and the hash of the one before. */
    hash: string | null;
  };
  /** `token_hash`: hex SHA-256 of what follows `Bearer`. */
  api_tokens: {
    id: ApiTokenId;
    token_hash: string;
    name: string;
    /** `Scope[]`. */
    scopes: JsonText;
    /** Whose it is: it may do no more than they, and goes with them. Null: the operator's. */
    member_id: MemberId | null;
    created_at: Millis;
    last_used_at: Millis | null;
    expires_at: Millis | null;
  };
  /** One-time links: to become a member, or to choose a new password. */
  account_links: {
    id: AccountLinkId;
    token_hash: string;
    purpose: "invite" | "reset";
    email: string;
    /** Of an invitation. */
    role: Role | null;
    /** Of a reset. */
    member_id: MemberId | null;
    created_by: MemberId | null;
    created_at: Millis;
    expires_at: Millis;
  };
  /** `sealed`: the shared secret of a member's authenticator. Not confirmed: nobody is asked for it yet. */
  second_factors: {
    member_id: MemberId;
    sealed: string;
    confirmed_at: Millis | null;
    /** The newest time step whose code was used: no code is good twice. */
    last_step: number;
    /** Hashes of the recovery codes that are left. */
    recovery_hashes: JsonText;
  };
  /** What a call with an `Idempotency-Key` was answered; `sealed` null while it is still being answered. */
  idempotent_answers: { key_hash: string; request_hash: string; sealed: string | null; created_at: Millis };
  /** Budgets of attempts to sign in that are not full, so that a restart gives nobody new ones. */
  sign_in_attempts: { name_hash: string; left_ms: number; at_ms: Millis };
  /** Apps that are gone for everybody, and whose rows are being taken away. */
  deleted_apps: { app_id: AppId; deleted_at: Millis };
  webhooks: {
    id: WebhookId;
    app_id: AppId;
    url: string;
    /** `"all"`, or the names of the events that are wanted. */
    events: JsonText;
    enabled: Bit;
    created_at: Millis;
  };
  /** The outbox: written before anything is sent. Ids grow, and deliveries of a webhook go out in their order. */
  webhook_deliveries: {
    id: WebhookDeliveryId;
    app_id: AppId;
    webhook_id: WebhookId;
    /** What is sent, byte for byte. */
    body: string;
    created_at: Millis;
    /** The `time_ms` of the body: repetitions keep it, a replay renews it. */
    stamped_at: Millis;
    attempts: number;
    next_attempt_at: Millis;
    state: WebhookDeliveryState;
    /** HTTP status of the last answer. */
    last_status: number | null;
    last_error: string | null;
    delivered_at: Millis | null;
  };
}
