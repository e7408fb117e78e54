import type { ContentType } from "@fanfare/contract/content/body";
import type { DestinationPreset } from "@fanfare/contract/destinations/presets";
import type { SuppressionReason, SuppressionScope } from "@fanfare/contract/gates/suppression";
import type {
  AppId,
  AppKey,
  CapGroupId,
  CommentId,
  ContentId,
  DecisionLogId,
  GroupId,
  MemberId,
  PersonId,
  ReceiverId,
  SegmentId,
  SuppressionId,
  TemplateId,
  ThemeId,
  VersionId,
  WebhookDeliveryId,
  WebhookJournalId,
} from "@fanfare/contract/lib/ids";
import type { AttributeType } from "@fanfare/contract/people/attribute";
import type { WebhookDeliveryState } from "@fanfare/contract/realtime/webhook";
import type { WebhookKind } from "@fanfare/contract/realtime/webhook-topics";
import type { AttributeOwner, Device } from "@fanfare/contract/targeting/rule";
import type { Kysely } from "kysely";
import type { AccountTables } from "./accounts.ts";
import type { AnalyticsTables } from "./analytics.ts";
import type { ClusterTables } from "./cluster.ts";
import type { Bit, JsonText, Millis } from "./column-types.ts";
import type { ImportTables } from "./people-imports.ts";

/** Row types of all tables. Times are UTC milliseconds. IDs are prefixed UUIDv7 text, app IDs are digits. */
export interface Schema extends AccountTables, ImportTables, AnalyticsTables, ClusterTables {
  /** `installation_id`: also in the data directory, so that a server doesn't start on another installation's database. */
  workspace: { id: 1; name: string; created_at: Millis; installation_id: string };
  apps: {
    id: AppId;
    key: AppKey;
    name: string;
    paused: Bit;
    /** The hidden app that shows Fanfare content in the console. */
    system: Bit;
    require_identity: Bit;
    /** `string[]`. Empty allows any origin. */
    allowed_origins: JsonText;
    /** Incremented by every change that affects open pages. */
    config_version: number;
    /** When `config_version` was last raised. Schedules that started or ended later still have to be announced. */
    config_raised_at: Millis;
    created_at: Millis;
    /** A StoredAppSettings. */
    settings: JsonText;
    /** Incremented when a member changes this row. Publishing increments only `config_version`. */
    revision: number;
    /** First request from a page with the SDK. */
    first_page_at: Millis | null;
    /** Incremented by every change of this row or the app's secrets, so that an older read never replaces a newer one. */
    changes: number;
  };
  /** `sealed`: AES-256-GCM, base64. At most 2 active per app. */
  app_secrets: {
    id: string;
    app_id: AppId;
    sealed: string;
    created_at: Millis;
    revoked_at: Millis | null;
    /** Accurate to about a minute: written in batches. */
    last_used_at: Millis | null;
  };
  people: {
    id: PersonId;
    app_id: AppId;
    /** Exactly one of these two is set. */
    external_id: string | null;
    anonymous_id: string | null;
    verified: Bit;
    attributes: JsonText;
    /**
     * For an unverified person: attributes set by the customer's backend, which are kept when the person is verified.
     */
    vouched: JsonText | null;
    /** The identified person that this anonymous person was merged into. */
    merged_into: PersonId | null;
    first_seen_at: Millis;
    last_seen_at: Millis;
    /** Lowercase `name` and `email` attributes, and the last word of the name. For searching and sorting lists. */
    search_name: string | null;
    search_last_name: string | null;
    search_email: string | null;
    locale: string | null;
    time_zone: string | null;
    device: Device | null;
    /** Until then, every decision about this person is logged. */
    watched_until: Millis | null;
  };
  groups: {
    id: GroupId;
    app_id: AppId;
    external_id: string;
    attributes: JsonText;
    /** Lowercase `name` attribute. */
    search_name: string | null;
    created_at: Millis;
    updated_at: Millis;
  };
  memberships: { person_id: PersonId; group_id: GroupId; attributes: JsonText; created_at: Millis };
  /** Type of each attribute, set by its first value. Values of other types are counted. */
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
  /** Belong to the workspace, like content. */
  segments: {
    id: SegmentId;
    name: string;
    /** A SegmentRule. */
    rule: JsonText;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
    /** Time of deletion. It can be restored until it's permanently deleted. */
    archived_at: Millis | null;
  };
  /** People of segments that are lists. `app_id`: the person's app, so that an app's part of a list has an index. */
  segment_people: { segment_id: SegmentId; person_id: PersonId; app_id: AppId; added_at: Millis };
  cap_groups: {
    id: CapGroupId;
    name: string;
    runs_max: number;
    window_hours: number;
    /** A CapCover: which content is counted together. */
    covers: JsonText;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
  };
  /** State of each content file after its last push, to detect later changes on the server. */
  pushed_items: {
    /** Path in the folder. For trackers and goals, with the app's ID: `goals/1001/shipped`. */
    path: string;
    /** Hash of the item's files. */
    hash: string;
    /** Where the files came from, as given by the push. */
    source: string;
    pushed_at: Millis;
  };
  /** Belong to the workspace, like content. */
  images: {
    /** Of the bytes: 132 bits of SHA-256 in base64url. */
    hash: string;
    /** Name of the uploaded file. */
    name: string;
    width: number;
    height: number;
    bytes: number;
    /** WebP in base64. */
    data: string;
    created_at: Millis;
    created_by: MemberId | null;
  };
  /** Articles of help centers, by the URL of their feed. They belong to no app, because they're public. */
  help_feeds: {
    url: string;
    /** `Article[]` */
    articles: JsonText;
    article_count: number;
    /** Validators of the last response, for conditional requests. */
    etag: string | null;
    last_modified: string | null;
    /** When the articles changed last. */
    changed_at: Millis;
    /** Last successful read. */
    read_at: Millis | null;
    tried_at: Millis;
    next_read_at: Millis;
    /** `Cause` of the last read's failure. */
    failure: JsonText | null;
  };
  /** Templates that members saved. */
  templates: {
    id: TemplateId;
    name: string;
    description: string;
    type: string;
    draft: JsonText;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
  };
  themes: {
    id: ThemeId;
    name: string;
    /** A Theme. */
    theme: JsonText;
    /** At most one theme. */
    is_default: Bit;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
    /** Time of deletion. It can be restored until it's permanently deleted. */
    archived_at: Millis | null;
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
  /** Irreversible hashes of erased people's IDs. */
  erasures: { app_id: AppId; name_hash: string; erased_at: Millis };
  contents: {
    id: ContentId;
    type: ContentType;
    slug: string;
    name: string;
    /** An Edition. */
    draft: JsonText;
    /** Number of issues that block publishing. */
    draft_issues: number;
    revision: number;
    /** Belongs to the console's hidden app. Never listed. */
    system: Bit;
    /** Archived content is neither listed nor shown until it's restored. */
    archived_at: Millis | null;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
  };
  versions: {
    id: VersionId;
    content_id: ContentId;
    number: number;
    /** A frozen Edition. */
    edition: JsonText;
    /** Draft revision that was frozen. */
    revision: number;
    frozen_at: Millis;
    created_by: MemberId | null;
  };
  /** Live content: at most one row per content and app. */
  comments: {
    id: CommentId;
    content_id: ContentId;
    step_id: string;
    text: string;
    member_id: MemberId | null;
    created_at: Millis;
    resolved_at: Millis | null;
    resolved_by: MemberId | null;
  };
  scheduled_publications: {
    content_id: ContentId;
    app_id: AppId;
    version_id: VersionId;
    publish_at: Millis;
    scheduled_by: MemberId | null;
  };
  /** Approval of a revision for an app, or the request for it. */
  reviews: {
    content_id: ContentId;
    app_id: AppId;
    revision: number;
    requested_at: Millis;
    requested_by: MemberId | null;
    approved_at: Millis | null;
    approved_by: MemberId | null;
  };
  /** Members who were asked for a review. */
  review_reviewers: { content_id: ContentId; app_id: AppId; revision: number; member_id: MemberId };
  publications: {
    content_id: ContentId;
    app_id: AppId;
    version_id: VersionId;
    published_at: Millis;
    published_by: MemberId | null;
    paused_at: Millis | null;
  };
  suppressions: {
    id: SuppressionId;
    app_id: AppId;
    person_id: PersonId;
    scope: SuppressionScope;
    /** Content ID, tag, or "" for all. */
    target: string;
    reason: SuppressionReason;
    created_at: Millis;
    expires_at: Millis;
  };
  /** Apps that were deleted but still have rows to delete. */
  deleted_apps: { app_id: AppId; deleted_at: Millis };
  /** Webhooks and destinations. */
  webhooks: {
    id: ReceiverId;
    app_id: AppId;
    kind: WebhookKind | "destination";
    /** Empty for a destination, whose URL is a template. */
    url: string;
    /** `"all"`, or a list of event names. */
    events: JsonText;
    /** A WebhookFilter. */
    filter: JsonText;
    /** StoredSigningSecret[], newest first. */
    signing_secrets: JsonText;
    /** Destinations only, as are the next three. */
    name: string | null;
    preset: DestinationPreset | null;
    /** A DestinationSettings. */
    destination: JsonText | null;
    /** Names and values as encrypted JSON. */
    sealed_secrets: string | null;
    enabled: Bit;
    created_at: Millis;
    /** Time of deletion. It can be restored until it's permanently deleted. */
    archived_at: Millis | null;
    /** First failed attempt since the last successful one. */
    failing_since: Millis | null;
    /** When it was turned off because it failed for `limits.webhook_failing_ms_max`. */
    stopped_at: Millis | null;
  };
  /**
   * What happened, for engagement webhooks: stored in the transaction of the fact, and deleted by the one that stores
   * the deliveries. The row that `source` and `ref` name has the data.
   */
  facts: {
    /** Ascending. */
    id: string;
    /** Null: of the workspace, so for all apps. */
    app_id: AppId | null;
    source: "event" | "goal" | "person" | "audit" | "alert";
    /** ID of the row. For goals: the goal and the person, and for alerts: the alert and its state, with a space between. */
    ref: string;
    /** For this webhook only, from a replay. */
    webhook_id: ReceiverId | null;
  };
  /** Events as they happen, until a delivery contains them, so that a crash doesn't lose those that wait for others. */
  webhook_journal: {
    /** Ascending. */
    id: WebhookJournalId;
    app_id: AppId;
    /** A list of WebhookEvent. */
    events: JsonText;
  };
  /** Until tokens that were issued before can no longer be used. `user_hash`: SHA-256 of the user's ID. */
  terminated_users: {
    app_id: AppId;
    user_hash: string;
    terminated_at: Millis;
  };
  /** Channels and members that receivers know as present. After a crash, those that don't return are absent. */
  webhook_occupancy: {
    app_id: AppId;
    channel: string;
    /** Empty for the channel itself. */
    user_id: string;
  };
  /** Outbox of webhooks and destinations: written before anything is sent. IDs are ascending, and a webhook's deliveries are sent in that order. */
  webhook_deliveries: {
    id: WebhookDeliveryId;
    app_id: AppId;
    webhook_id: ReceiverId;
    /** For engagement webhooks: the message's ID, the same in retries and replays. */
    message_id: string | null;
    /** Exact bytes to send. For destinations: the message that fills in the template. */
    body: string;
    created_at: Millis;
    /** The body's `time_ms`: unchanged in retries, renewed when resent. */
    stamped_at: Millis;
    attempts: number;
    next_attempt_at: Millis;
    state: WebhookDeliveryState;
    /** HTTP status of the last response. */
    last_status: number | null;
    last_error: string | null;
    delivered_at: Millis | null;
  };
  /** Newest attempts of each delivery. */
  webhook_attempts: {
    delivery_id: WebhookDeliveryId;
    began_at: Millis;
    duration_ms: number;
    /** Null without a response. `error` then has the reason. */
    status: number | null;
    error: string | null;
    /** Start of the receiver's response. */
    answer: string;
  };
}

export type Db = Kysely<Schema>;
