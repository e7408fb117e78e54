import type { Clock } from "./clock.ts";
import type { Rng } from "./rng.ts";

declare const brand: unique symbol;
/** A nominal string type, so that IDs of different types can't be mixed up. */
export type Branded<Name extends string> = string & { readonly [brand]: Name };

export type AppId = Branded<"app">;
export type AppKey = Branded<"app_key">;
export type MemberId = Branded<"member">;
export type SignInId = Branded<"sign_in">;
export type PersonId = Branded<"person">;
export type ContentId = Branded<"content">;
export type VersionId = Branded<"version">;
export type RunId = Branded<"run">;
export type SuppressionId = Branded<"suppression">;
export type ApiTokenId = Branded<"api_token">;
export type AccountLinkId = Branded<"account_link">;
export type AuditId = Branded<"audit">;
export type EventId = Branded<"event">;
export type WebhookId = Branded<"webhook">;
export type DestinationId = Branded<"destination">;
/** Where deliveries go. */
export type ReceiverId = WebhookId | DestinationId;
export type WebhookDeliveryId = Branded<"webhook_delivery">;
export type WebhookJournalId = Branded<"webhook_journal">;
export type LiveUpdateId = Branded<"live_update">;
export type GoalId = Branded<"goal">;
export type TrackerId = Branded<"tracker">;
export type DashboardId = Branded<"dashboard">;
export type DashboardLinkId = Branded<"dashboard_link">;
export type DashboardEmailId = Branded<"dashboard_email">;
export type DashboardRecipientId = Branded<"dashboard_recipient">;
export type GroupId = Branded<"group">;
export type SegmentId = Branded<"segment">;
export type CapGroupId = Branded<"cap_group">;
export type ThemeId = Branded<"theme">;
export type TemplateId = Branded<"template">;
export type DecisionLogId = Branded<"decision_log">;
export type BuilderSessionId = Branded<"builder_session">;
export type CommentId = Branded<"comment">;
export type PreviewLinkId = Branded<"preview_link">;
export type PeopleImportId = Branded<"people_import">;
export type NodeId = Branded<"node">;
export type AlertId = Branded<"alert">;
export type PushSubscriptionId = Branded<"push_subscription">;
export type RoleId = Branded<"role">;
export type ProvisionedGroupId = Branded<"provisioned_group">;

/** Prefix of each ID, so that IDs in logs are recognizable. */
export interface IdsByPrefix {
  mem: MemberId;
  sgn: SignInId;
  per: PersonId;
  cnt: ContentId;
  ver: VersionId;
  run: RunId;
  sup: SuppressionId;
  tok: ApiTokenId;
  lnk: AccountLinkId;
  aud: AuditId;
  bld: BuilderSessionId;
  cmt: CommentId;
  prv: PreviewLinkId;
  whk: WebhookId;
  dst: DestinationId;
  whd: WebhookDeliveryId;
  whj: WebhookJournalId;
  lup: LiveUpdateId;
  gol: GoalId;
  trk: TrackerId;
  dsh: DashboardId;
  dsl: DashboardLinkId;
  dse: DashboardEmailId;
  dsr: DashboardRecipientId;
  grp: GroupId;
  seg: SegmentId;
  cap: CapGroupId;
  thm: ThemeId;
  tpl: TemplateId;
  dec: DecisionLogId;
  imp: PeopleImportId;
  nod: NodeId;
  alr: AlertId;
  psh: PushSubscriptionId;
  rol: RoleId;
  pgr: ProvisionedGroupId;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Generates a UUID version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then 72 random bits. Sorts by time,
 * which keeps inserts at the end of the index.
 *
 * @example
 * uuidv7(systemClock, systemRng); // "019389f2-8c1e-7a3b-8c4d-1f2e3d4c5b6a"
 */
export function uuidv7(clock: Pick<Clock, "now">, rng: Pick<Rng, "bytes">): string {
  const time = Math.floor(clock.now()).toString(16).padStart(12, "0");
  const random = [...rng.bytes(10)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
  // Version 7 and variant 8 take the place of one random digit each.
  return `${time}${random}`.replace(/^(.{8})(....).(...).(...)/, "$1-$2-7$3-8$4-");
}

export function isUuidv7(text: string): text is EventId {
  return UUID_PATTERN.exec(text)?.[1] === "7";
}

/**
 * Generates a prefixed ID.
 *
 * @example
 * const id = newId("cnt", clock, rng); // ContentId "cnt_019389f2-…"
 */
export function newId<Prefix extends keyof IdsByPrefix>(
  prefix: Prefix,
  clock: Pick<Clock, "now">,
  rng: Pick<Rng, "bytes">,
): IdsByPrefix[Prefix] {
  // The only place that casts a plain string to an ID of this prefix.
  return `${prefix}_${uuidv7(clock, rng)}` as IdsByPrefix[Prefix];
}

export function isId<Prefix extends keyof IdsByPrefix>(prefix: Prefix, text: string): text is IdsByPrefix[Prefix] {
  return text.startsWith(`${prefix}_`) && isUuidv7(text.slice(prefix.length + 1));
}
