import { EVENT_NAMES, type EventName } from "../events/events.ts";

/** `channels`: events of channels, in Pusher's format. `engagement`: what happens with content, people, and members. */
export const WEBHOOK_KINDS = ["channels", "engagement"] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Events of the SDK have a namespace, so that an event that a customer tracks never looks like one. */
export type SdkTopic = `fanfare.${EventName}`;
export const SDK_TOPICS: readonly SdkTopic[] = EVENT_NAMES.map((name): SdkTopic => `fanfare.${name}`);
export const PEOPLE_TOPICS = ["event.tracked", "goal.reached", "person.identified", "person.erased"] as const;
export const CONTENT_TOPICS = [
  "content.published",
  "content.unpublished",
  "content.paused",
  "content.resumed",
  "content.rolled_back",
  "content.archived",
  "content.restored",
] as const;
export const WORKSPACE_TOPICS = [
  "member.invited",
  "member.created",
  "member.role_changed",
  "member.removed",
  "app.secret_created",
  "app.secret_revoked",
  "token.created",
  "token.revoked",
] as const;
export const ALERT_TOPICS = ["alert.opened", "alert.resolved"] as const;

/** Topics of engagement webhooks. */
export const WEBHOOK_TOPICS = [
  ...SDK_TOPICS,
  ...PEOPLE_TOPICS,
  ...CONTENT_TOPICS,
  ...WORKSPACE_TOPICS,
  ...ALERT_TOPICS,
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

/** Version of the messages. A later version may rename or remove fields; this one only gains some. */
export const WEBHOOK_MESSAGE_VERSION = 1;

/** What an engagement webhook sends, besides its topics. Empty lists don't restrict. */
export interface WebhookFilter {
  /** Messages about content: only of this content, or content with one of these tags. */
  readonly content_ids: readonly string[];
  readonly tags: readonly string[];
  /** Messages about people: only of people in one of these segments. */
  readonly segment_ids: readonly string[];
  /** Names of tracked events. Others aren't sent. */
  readonly event_names: readonly string[];
  /** Attributes of people that messages include. */
  readonly person_attributes: readonly string[];
}
