import type { EventFunnel } from "@fanfare/contract/schema/responses/analytics/event-funnel";
import type { FunnelTrend } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { GoalReport } from "@fanfare/contract/schema/responses/analytics/goal";
import type { Cohorts, Retention, RetentionWeek } from "@fanfare/contract/schema/responses/analytics/retention";
import { type Cell, cellText, type Figure, type FigureTable, type Share } from "./figure.ts";
import type { FigureWording } from "./wording.ts";

/** People who saw content, and completed it, over time. */
export function contentFigure(title: string, { days, points, before }: FunnelTrend, words: FigureWording): Figure {
  const shown = points.map(({ day, people }) => ({ label: dayName(day, words), ...people }));
  if (shown.every(({ started }) => started === 0) && (before?.people.started ?? 0) === 0) return empty(title, words);
  return {
    title,
    sentences: before === null ? [] : [words.before(points.length * days, countsText(before.people, words))],
    drawing: {
      kind: "columns",
      names: { value: words.people, part: words.completed },
      points: shown.map(({ label, started, completed }) => ({ label, value: started, part: completed })),
    },
    tables: [
      {
        caption: days === 1 ? words.by_day : words.by_week,
        columns: [days === 1 ? words.day : words.week_from, words.people, words.completed],
        rows: shown.map(({ label, started, completed }) => [label, started, completed]),
      },
    ],
  };
}

/** People who completed a goal, over time and by content. */
export function goalFigure(title: string, report: GoalReport, words: FigureWording): Figure {
  const { people, before, days, contents } = report;
  if (people === 0 && before === 0) return empty(title, words);
  const points = report.points.map((point) => ({ label: dayName(point.day, words), value: point.people, part: 0 }));
  const by_day: FigureTable = {
    caption: days === 1 ? words.by_day : words.by_week,
    columns: [days === 1 ? words.day : words.week_from, words.people],
    rows: points.map(({ label, value }) => [label, value]),
  };
  const by_content: FigureTable = {
    caption: words.by_content,
    columns: [words.attributed_to, words.people],
    rows: contents.map((each) => [
      each.content_id === null ? words.no_content : (each.name ?? words.deleted_content),
      each.people,
    ]),
  };
  const total = `${words.people}: ${cellText(people, words.locale)}.`;
  return {
    title,
    sentences: [total, words.before(points.length * days, cellText(before, words.locale))],
    drawing: { kind: "columns", names: { value: words.people }, points },
    tables: contents.length === 0 ? [by_day] : [by_day, by_content],
  };
}

/** How many people got to each step. */
export function funnelFigure(
  title: string,
  { steps, whole }: EventFunnel,
  of: { readonly names: readonly string[]; readonly within_days: number; readonly words: FigureWording },
): Figure {
  const { words } = of;
  const entered = steps[0]?.people ?? 0;
  if (entered === 0) return empty(title, words);
  const rows = steps.map(({ people }, index) => ({ label: of.names[index] ?? "", value: people }));
  return {
    title,
    sentences: [words.within(of.within_days), ...limitSentence(whole, words)],
    drawing: { kind: "bars", rows },
    tables: [
      {
        caption: words.by_step,
        columns: [words.step, words.people, words.of_first, words.of_before, words.dropped_off],
        rows: rows.map(({ label, value }, index): readonly Cell[] => {
          const before = rows[index - 1]?.value;
          const since = before === undefined ? ["–", "–"] : [shareOf(value, before), before - value];
          return [label, value, shareOf(value, entered), ...since];
        }),
      },
    ],
  };
}

/** Active people by week, of those who completed content and those who didn't. */
export function retentionFigure(title: string, { groups, whole }: Retention, words: FigureWording): Figure {
  const shares = (name: Retention["groups"][number]["group"]): readonly Share[] =>
    overWeeks(groups.find(({ group }) => group === name)?.weeks ?? []);
  const [completed, other] = [shares("completed"), shares("other")];
  const labels = Array.from({ length: Math.max(completed.length, other.length) }, (_, week) =>
    words.week(cellText(week, words.locale)),
  );
  if (labels.length === 0) return empty(title, words);
  return {
    title,
    sentences: [words.no_cause, ...limitSentence(whole, words)],
    drawing: {
      kind: "lines",
      labels,
      lines: [
        { name: words.completed, shares: labels.map((_, week) => completed[week]?.share ?? null) },
        { name: words.not_completed, shares: labels.map((_, week) => other[week]?.share ?? null) },
      ],
    },
    tables: [
      {
        caption: words.active_by_week,
        columns: [words.weeks, words.completed, words.not_completed],
        rows: labels.map((label, week) => [label, completed[week] ?? UNKNOWN, other[week] ?? UNKNOWN]),
      },
    ],
  };
}

/** Active people by week, of each week's new people. Its table is the chart. */
export function cohortFigure(title: string, { cohorts, whole }: Cohorts, words: FigureWording): Figure {
  const count = Math.max(0, ...cohorts.map(({ weeks }) => overWeeks(weeks).length));
  if (cohorts.every(({ people }) => people === 0)) return empty(title, words);
  const numbers = Array.from({ length: count }, (_, week) => week);
  return {
    title,
    sentences: [words.cohorts, ...limitSentence(whole, words)],
    tables: [
      {
        caption: words.active_by_week,
        columns: [
          ...[words.week_from, words.people],
          ...numbers.map((week) => words.week(cellText(week, words.locale))),
        ],
        rows: cohorts.map(({ day, people, weeks }) => {
          const shares = overWeeks(weeks);
          return [dayName(day, words), people, ...numbers.map((week) => shares[week] ?? UNKNOWN)];
        }),
      },
    ],
  };
}

const UNKNOWN: Share = { share: null };

function empty(title: string, { no_data }: FigureWording): Figure {
  return { title, sentences: [no_data], tables: [] };
}

function limitSentence(whole: boolean, { latest_only }: FigureWording): readonly string[] {
  return whole ? [] : [latest_only];
}

function shareOf(part: number, whole: number): Share {
  return { share: whole === 0 ? null : part / whole };
}

/** Up to the last week that is over for anyone. */
function overWeeks(weeks: readonly RetentionWeek[]): readonly Share[] {
  const over = weeks.filter(({ people }) => people > 0);
  return over.map(({ active, people }) => shareOf(active, people));
}

function countsText(
  { started, completed }: { readonly started: number; readonly completed: number },
  { locale, counts }: FigureWording,
): string {
  return counts(cellText(started, locale), cellText(completed, locale));
}

function dayName(day: string, { locale }: FigureWording): string {
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  return format.format(Date.parse(day));
}
