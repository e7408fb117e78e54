import { EXPORTED_TABLES, type ExportedTable } from "@fanfare/contract/schema/analytics/funnel";
import { queryString } from "@fanfare/sdk/api-client/request";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { ExportForm } from "../../components/export/export-form.tsx";
import { useApp } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Combobox } from "../../ui/combobox/combobox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { inputClass } from "../../ui/forms/input.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface TableLabels {
  readonly label: string;
  readonly hint: string;
}

const TABLE_LABELS: Readonly<Record<ExportedTable, TableLabels>> = {
  events: { label: t("Events"), hint: t("Every tracked event") },
  event_rollups: { label: t("Events by day"), hint: t("Daily counts, kept longer than individual events") },
  event_counts: { label: t("Events by person"), hint: t("Event counts per person") },
  group_event_days: { label: t("Events by group"), hint: t("Daily event counts per group") },
  group_tasks: { label: t("Tasks by group"), hint: t("Tasks of checklists that groups completed together") },
  runs: { label: t("Runs"), hint: t("Every view of content") },
  funnel_runs: { label: t("Funnel runs"), hint: t("How each run counts in the funnel") },
  funnel_steps: { label: t("Funnel steps"), hint: t("The steps that people saw and completed in each run") },
  survey_answers: { label: t("Answers"), hint: t("Survey answers") },
  survey_responses: { label: t("Responses"), hint: t("Survey runs that count toward a quota") },
  milestones: { label: t("Completions"), hint: t("Who completed which goal, and when") },
  goals: { label: t("Goals"), hint: t("Goal definitions") },
  exposures: { label: t("Experiment variants"), hint: t("The variant each person is in") },
  occasions: { label: t("Celebrations"), hint: t("Who saw a celebration, and why") },
  suppressions: { label: t("Hidden content"), hint: t("“Do not show again” and snoozes") },
  people: { label: t("People"), hint: t("Including all attributes") },
  groups: { label: t("Groups"), hint: t("Including all attributes") },
  memberships: { label: t("Group memberships"), hint: t("Who belongs to which group") },
  segment_people: { label: t("Lists"), hint: t("Who is on which list, and since when") },
  attribute_definitions: { label: t("Attributes"), hint: t("Attribute names and types") },
  publications: { label: t("Publications"), hint: t("Content that’s live in this app") },
  live_updates: { label: t("Messages"), hint: t("Sent messages") },
  live_update_deliveries: { label: t("Message deliveries"), hint: t("Delivery status per person") },
  live_update_emails: { label: t("Emails of messages"), hint: t("Messages sent by email, and why others weren’t") },
  email_unsubscribes: { label: t("Email unsubscribes"), hint: t("People who get no messages by email") },
  live_update_pushes: {
    label: t("Notifications of messages"),
    hint: t("Messages sent as push notifications, and why others weren’t"),
  },
  push_subscriptions: { label: t("Push subscriptions"), hint: t("Browsers of people who agreed to notifications") },
  feed_reads: { label: t("Feed reads"), hint: t("Announcements that people read in the feed") },
  webhook_deliveries: { label: t("Webhook deliveries"), hint: t("Payloads and results") },
  webhook_attempts: { label: t("Webhook attempts"), hint: t("Time, duration, and response") },
  decision_log: { label: t("Decisions"), hint: t("Why people did or didn’t see content") },
};

interface TablesDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const ITEMS = EXPORTED_TABLES.map((id) => ({ id, ...TABLE_LABELS[id] }));

export function TablesDialog({ open, onOpenChange }: TablesDialogProps) {
  const app = useApp();
  const [table, setTable] = useState<ExportedTable>("events");
  const { label, hint } = TABLE_LABELS[table];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Export data")}
      description={t("Download one type of data from {app} as a file.", { app: app.name })}
    >
      <ExportForm
        pathOf={(format) => `exports?${queryString({ table, format, app_id: app.id })}`}
        nameOf={(format) => `${table}-${app.key}.${format}`}
        rowsInWords={(rows) => tCount(rows, "{n} row", "{n} rows")}
        onClose={() => onOpenChange(false)}
      >
        <Field label={t("Data type")} hint={hint}>
          <Combobox
            label={t("Data type")}
            items={ITEMS}
            value={ITEMS.find(({ id }) => id === table) ?? null}
            onChange={({ id }) => setTable(id)}
            placeholder={t("Search data types")}
            trigger={(props) => (
              <button
                type="button"
                {...props}
                aria-label={t("{label}: {chosen}", { label: t("Data type"), chosen: label })}
                className={inputClass("flex w-full cursor-default items-center gap-2 pe-2 text-start")}
              >
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <ChevronsUpDown className="size-4 shrink-0 text-ink-3" />
              </button>
            )}
          />
        </Field>
        <p className="text-sm text-ink-2">{t("The export is recorded in the audit log.")}</p>
      </ExportForm>
    </Dialog>
  );
}
