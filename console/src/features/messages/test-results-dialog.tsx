import type { Lift } from "@fanfare/contract/schema/responses/analytics/experiment";
import type { LiveUpdate, LiveUpdateExperiment } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useQuery } from "@tanstack/react-query";
import { messageHeadline } from "../../components/message/message-kinds.tsx";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number, percent } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { armTitle } from "../../model/draft/arm-labels.ts";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { REPORT_ROW, ReportTable } from "../../ui/table/report-table.tsx";

interface TestResultsDialogProps extends DialogState {
  readonly update: LiveUpdate;
}

/** Results of a message's A/B test. */
export function TestResultsDialog({ update, open, onOpenChange }: TestResultsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Results by variant")}
      description={t(
        "Shares of people, with 95% confidence intervals. Actions and completions are of people who saw it.",
      )}
    >
      {open && <Results id={update.id} />}
    </Dialog>
  );
}

function Results({ id }: { readonly id: string }) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(realtimeQueries.experiment(api, app.id, id));
  if (query.isError && query.data === undefined) return <QueryProblem of={query} />;
  if (query.data === undefined) return null;
  const { variants, goal } = query.data;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={t("Results by variant")} tabIndex={0} className="overflow-x-auto">
      <ReportTable
        caption={t("Results by variant")}
        columns={[
          { label: t("Variant") },
          { label: t("Sent"), side: "end" },
          { label: t("Seen"), side: "end" },
          { label: t("Acted on"), side: "end" },
          ...(goal === null ? [] : [{ label: goal.name, side: "end" } as const]),
        ]}
      >
        {variants.map(({ id: arm, body, sent, seen, acted, completed }) => (
          <tr key={arm} className={REPORT_ROW}>
            <th scope="row" className="py-2 text-start font-normal">
              {armTitle(arm, null)}
              <span className="block max-w-60 truncate text-xs text-ink-3">
                <bdi>{messageHeadline(body)}</bdi>
              </span>
            </th>
            <td className="text-end tabular-nums">{number(sent)}</td>
            <Measured of={seen} />
            <Measured of={acted} />
            {completed !== null && <Measured of={completed} />}
          </tr>
        ))}
      </ReportTable>
    </section>
  );
}

type Measure = LiveUpdateExperiment["variants"][number]["seen"];

function Measured({ of: { people, share, lift } }: { readonly of: Measure }) {
  const is_empty = share.low === 0 && share.high === 1;
  return (
    <td className="py-2 text-end whitespace-nowrap tabular-nums">
      {number(people)} {!is_empty && `(${percent(share.value, 1)})`}
      {!is_empty && (
        <span className="block text-xs text-ink-3">
          {t("{low} to {high}", { low: percent(share.low, 1), high: percent(share.high, 1) })}
        </span>
      )}
      {lift !== null && <span className="block text-xs text-ink-2">{verdictOf(lift)}</span>}
    </td>
  );
}

function verdictOf(lift: Lift): string {
  if (lift.kind === "not_enough_data") return t("Not enough data");
  const verdicts = { better: t("Better"), worse: t("Worse"), undecided: t("Inconclusive") };
  return verdicts[lift.verdict];
}
