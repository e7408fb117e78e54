import type { Overview } from "@fanfare/contract/schema/responses/analytics/overview";
import { number, percent, weekday } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { weekOverWeek } from "./first-steps.ts";

/** Completions per day for two weeks, as bars and a table. The last day (today) is incomplete. */
export function Completions({ days }: { readonly days: Overview["completions"] }) {
  const { today, week, before } = weekOverWeek(days.map(({ count }) => count));
  const most = Math.max(1, ...days.map(({ count }) => count));
  return (
    <section aria-labelledby="completions" className="flex flex-col gap-3">
      <h2 id="completions" className="text-md font-semibold">
        {t("Completions")}
      </h2>
      <div className="flex flex-col gap-4 rounded-lg border border-line p-4">
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure label={t("Today so far")} value={today} />
          <Figure label={t("Last 7 days, including today")} value={week} text={describeChange(week, before)} />
          <Figure label={t("Previous 7 days")} value={before} />
        </dl>
        <div aria-hidden="true" className="flex h-28 items-end gap-1">
          {days.map(({ day, count }, index) => (
            <span
              key={day}
              title={t("{day}: {count}", { day: weekday(Date.parse(day)), count })}
              className={cx(
                "flex-1 rounded-t-xs",
                index === days.length - 1
                  ? "border border-b-0 border-dashed border-accent bg-accent-soft"
                  : index >= days.length - 7
                    ? "bg-accent"
                    : "bg-line-strong",
              )}
              style={{ height: `${Math.max(2, (count / most) * 100)}%` }}
            />
          ))}
        </div>
        <p className="text-xs text-ink-3">{t("Days are in UTC. Today is incomplete.")}</p>
        <details className="text-sm">
          <summary className="w-fit py-1 text-xs text-ink-3">{t("Show as table")}</summary>
          <table className="mt-2 w-full max-w-80 text-sm">
            <caption className="sr-only">{t("Completions by day")}</caption>
            <thead>
              <tr className="text-xs text-ink-3">
                <th scope="col" className="py-1 text-start font-medium">
                  {t("Day")}
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  {t("Completions")}
                </th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, count }, index) => (
                <tr key={day}>
                  <td className="py-0.5 text-ink-2">
                    {index === 0 ? t("{day}, so far", { day: weekday(Date.parse(day)) }) : weekday(Date.parse(day))}
                  </td>
                  <td className="py-0.5 text-end tabular-nums">{number(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number;
  readonly text?: string | undefined;
}

function Figure({ label, value, text }: FigureProps) {
  return (
    <div className="flex flex-col">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        {number(value)}
        {text !== undefined && <span className="ms-2 text-xs font-normal text-ink-2">{text}</span>}
      </dd>
    </div>
  );
}

function describeChange(now: number, before: number): string | undefined {
  if (before === 0 || now === before) return undefined;
  const share = percent(Math.abs(now - before) / before);
  // Today is incomplete, so a decrease is only "so far".
  return now > before ? t("{share} more", { share }) : t("{share} fewer so far", { share });
}
