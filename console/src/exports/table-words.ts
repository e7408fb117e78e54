import type { ExportedTable } from "@fanfare/contract/schema/analytics";
import { t } from "../language/t.ts";

interface TableWords {
  readonly label: string;
  readonly hint: string;
}

/** What each file holds, in the words of a person. */
export const TABLE_WORDS: Readonly<Record<ExportedTable, TableWords>> = {
  events: { label: t("Events"), hint: t("Each as it was told") },
  event_rollups: { label: t("Events by day"), hint: t("Counted, for longer than each is kept") },
  event_counts: { label: t("Events by person"), hint: t("How often each did what") },
  runs: { label: t("Runs"), hint: t("Each showing of a content to somebody") },
  survey_answers: { label: t("Answers"), hint: t("What was said to surveys") },
  milestones: { label: t("Milestones"), hint: t("Who reached which goal, and when") },
  goals: { label: t("Goals"), hint: t("What is worth reaching") },
  exposures: { label: t("Arms of experiments"), hint: t("Who met which variant") },
  occasions: { label: t("Celebrations"), hint: t("Who got confetti, and for what") },
  suppressions: { label: t("What was hidden"), hint: t("“Do not show again” and snoozes") },
  people: { label: t("People"), hint: t("With all of their attributes") },
  groups: { label: t("Groups"), hint: t("With all of their attributes") },
  memberships: { label: t("Members of groups"), hint: t("Who belongs to which") },
  attribute_definitions: { label: t("Attributes"), hint: t("Names and types that were seen") },
  publications: { label: t("Publications"), hint: t("What is live in this app") },
  live_updates: { label: t("Live updates"), hint: t("What was sent") },
  live_update_deliveries: { label: t("Deliveries of live updates"), hint: t("How far each came with whom") },
  feed_reads: { label: t("Read news"), hint: t("Who read what in the panel") },
  webhook_deliveries: { label: t("Calls to webhooks"), hint: t("What was sent, and what came of it") },
  webhook_attempts: { label: t("Attempts to call webhooks"), hint: t("When, how long, and what was answered") },
  decision_log: { label: t("Decisions"), hint: t("About people who are watched") },
};
