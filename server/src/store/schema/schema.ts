import type { ContentType } from "@fanfare/contract/content/body";
import type { SuppressionReason, SuppressionScope } from "@fanfare/contract/gates/suppression";
import type {
  AppId,
  AppKey,
  CapGroupId,
  ContentId,
  DecisionLogId,
  GroupId,
  MemberId,
  PersonId,
  SegmentId,
  SuppressionId,
  ThemeId,
  VersionId,
  WebhookDeliveryId,
  WebhookId,
} from "@fanfare/contract/lib/ids";
import type { AttributeType } from "@fanfare/contract/people/attribute";
import type { WebhookDeliveryState } from "@fanfare/contract/realtime/webhook";
import type { AttributeOwner, Device } from "@fanfare/contract/targeting/rule";
import type { AccountTables } from "./accounts.ts";
import type { AnalyticsTables } from "./analytics.ts";
import type { Bit, JsonText, Millis } from "./column-types.ts";
import type { ImportTables } from "./people-imports.ts";

/** The tables as rows. Times are UTC milliseconds; ids are prefixed UUIDv7 text, app ids digits. */
export interface Schema extends AccountTables, ImportTables, AnalyticsTables {
  workspace: { id: 1; name: string; created_at: Millis };
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
    /** Of who has not proved it: those attributes that the customer's own side told, as it told them. They stay then. */
    vouched: JsonText | null;
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
    /** When it was deleted: it can be brought back until it is forgotten. */
    archived_at: Millis | null;
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
  /** How contents look; of the workspace, as contents are. */
  themes: {
    id: ThemeId;
    name: string;
    /** A Theme. */
    theme: JsonText;
    /** At most one is. */
    is_default: Bit;
    revision: number;
    created_at: Millis;
    updated_at: Millis;
    updated_by: MemberId | null;
    /** When it was deleted: it can be brought back until it is forgotten. */
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
  /** Who asked to be forgotten, as a hash that nobody can turn back into a name. */
  erasures: { app_id: AppId; name_hash: string; erased_at: Millis };
  contents: {
    id: ContentId;
    type: ContentType;
    slug: string;
    name: string;
    /** An Edition. */
    draft: JsonText;
    /** What keeps the draft from being published: so many things. */
    draft_issues: number;
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
    /** When it was deleted: it can be brought back until it is forgotten. */
    archived_at: Millis | null;
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
  /** What came of the newest attempts to make a delivery. */
  webhook_attempts: {
    delivery_id: WebhookDeliveryId;
    began_at: Millis;
    duration_ms: number;
    /** Null when nothing was answered: then `error` says why. */
    status: number | null;
    error: string | null;
    /** How the receiver's answer begins. */
    answer: string;
  };
}
