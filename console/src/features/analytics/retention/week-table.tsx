import { number, percent } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { formatRate } from "../../../model/rates.ts";
import { cx } from "../../../ui/cx.ts";

interface Week {
  readonly people: number;
  readonly active: number;
}

interface WeekRow {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly weeks: readonly Week[];
  /** Sums up the other rows. */
  readonly is_total?: boolean;
}

interface WeekTableProps {
  /** Accessible name of the table. */
  readonly caption: string;
  /** Label of the first column. */
  readonly first: string;
  readonly rows: readonly WeekRow[];
  /** Number of columns, from week 0 on. */
  readonly weeks: number;
}

const NAME = "sticky start-0 z-1 min-w-36 bg-surface pe-4 text-start font-normal max-sm:min-w-28";

/** Shares of active people by week. A darker cell is a higher share. */
export function WeekTable({ caption, first, rows, weeks }: WeekTableProps) {
  const numbers = Array.from({ length: weeks }, (_, week) => week);
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-sm"
      >
        <table className="w-max border-separate border-spacing-0.5 text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="h-8 text-xs whitespace-nowrap text-ink-3 [&>*]:font-medium">
              <th scope="col" className={cx(NAME, "font-medium")}>
                {first}
              </th>
              <th scope="col" className="min-w-18 pe-3 text-end">
                {t("People")}
              </th>
              {numbers.map((week) => (
                <th key={week} scope="col" className="min-w-18 text-center">
                  {t("Week {n}", { n: week })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, people, weeks: own, is_total = false }) => (
              <tr key={id} className={cx("h-9", is_total && "font-semibold")}>
                <th scope="row" className={cx(NAME, is_total && "font-semibold", people === 0 && "text-ink-3")}>
                  <span className="block max-sm:max-w-26">{name}</span>
                </th>
                <td className={cx("pe-3 text-end tabular-nums", people === 0 && "text-ink-3")}>{number(people)}</td>
                {numbers.map((week) => (
                  <WeekCell key={week} week={own[week]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ScaleLegend />
    </div>
  );
}

function WeekCell({ week }: { readonly week: Week | undefined }) {
  if (week === undefined || week.people === 0) return <td />;
  const title = t("{active} of {people} people", { active: number(week.active), people: number(week.people) });
  return (
    <td title={title} className="rounded-xs text-center tabular-nums" style={shade(week.active / week.people)}>
      {formatRate(week.active, week.people)}
    </td>
  );
}

/** Stays light enough for its text to be readable. */
function shade(share: number): { readonly backgroundColor: string } {
  return { backgroundColor: `color-mix(in srgb, var(--color-accent) ${Math.round(8 + share * 44)}%, transparent)` };
}

function ScaleLegend() {
  return (
    <p aria-hidden="true" className="flex items-center gap-1.5 text-xs text-ink-3">
      {percent(0)}
      <span className="flex gap-0.5">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share} className="h-3 w-5 rounded-xs" style={shade(share)} />
        ))}
      </span>
      {percent(1)}
    </p>
  );
}
