import {
  ALERT_TOPICS,
  CONTENT_TOPICS,
  PEOPLE_TOPICS,
  SDK_TOPICS,
  type SdkTopic,
  type WebhookTopic,
  WORKSPACE_TOPICS,
} from "./webhook-topics.ts";

const MEANINGS: Readonly<Record<Exclude<WebhookTopic, SdkTopic>, string>> = {
  "event.tracked": "A person did something that you track. Sent only for the names in the filter.",
  "goal.reached": "A person completed a goal for the first time.",
  "person.identified": "A person is known for the first time, or an anonymous visitor became this person.",
  "person.erased": "A person was permanently deleted.",
  "content.published": "Content went live, or a new version of it.",
  "content.unpublished": "Content is no longer live.",
  "content.paused": "Live content was paused.",
  "content.resumed": "Paused content is live again.",
  "content.rolled_back": "An earlier version of content went live.",
  "content.archived": "Content was archived.",
  "content.restored": "Archived content was restored.",
  "member.invited": "Someone was invited to the workspace.",
  "member.created": "Someone became a member.",
  "member.role_changed": "A member has another role.",
  "member.removed": "A member was removed.",
  "app.secret_created": "A secret of the app was created.",
  "app.secret_revoked": "A secret of the app was revoked.",
  "token.created": "An API token was created.",
  "token.revoked": "An API token was revoked.",
  "alert.opened": "An alert was opened.",
  "alert.resolved": "An alert was resolved, because its problem is gone or no longer found.",
};

/** Data of a message, besides the message's ID and app. */
const FIELDS = {
  sdk: "`person`, `content`, `event`",
  people: "`person`",
  content: "`content`, `member_id`, `resource`, `detail`",
  workspace: "`member_id`, `resource`, `detail`",
  alert: "`alert`, `content`",
} as const;

export interface TopicDescription {
  readonly topic: WebhookTopic;
  readonly meaning: string;
  readonly data: string;
}

/** Every topic with its meaning and data, as the documentation lists them. */
export const TOPIC_DESCRIPTIONS: readonly TopicDescription[] = [
  ...PEOPLE_TOPICS.map((topic) => ({ topic, meaning: MEANINGS[topic], data: peopleFields(topic) })),
  ...CONTENT_TOPICS.map((topic) => ({ topic, meaning: MEANINGS[topic], data: FIELDS.content })),
  ...WORKSPACE_TOPICS.map((topic) => ({ topic, meaning: MEANINGS[topic], data: FIELDS.workspace })),
  ...ALERT_TOPICS.map((topic) => ({ topic, meaning: MEANINGS[topic], data: FIELDS.alert })),
  ...SDK_TOPICS.map((topic) => ({
    topic,
    meaning: `A page recorded \`${topic.slice("fanfare.".length)}\`.`,
    data: FIELDS.sdk,
  })),
];

function peopleFields(topic: (typeof PEOPLE_TOPICS)[number]): string {
  switch (topic) {
    case "event.tracked":
      return "`person`, `event`";
    case "goal.reached":
      return "`person`, `goal`, `event_id`, `content`";
    case "person.identified":
      return FIELDS.people;
    case "person.erased":
      return FIELDS.workspace;
  }
}
