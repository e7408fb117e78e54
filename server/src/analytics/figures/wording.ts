import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";

type StepState = Extract<EventFunnelStep, { readonly kind: "content" }>["state"];

/** Words of charts outside the console: on shared pages and in emails. */
export interface FigureWording {
  readonly locale: string;
  readonly day: string;
  readonly week_from: string;
  readonly people: string;
  readonly completed: string;
  readonly by_day: string;
  readonly by_week: string;
  readonly counts: (people: string, completed: string) => string;
  readonly before: (days: number, counts: string) => string;
  readonly attributed_to: string;
  readonly no_content: string;
  readonly deleted_content: string;
  readonly by_content: string;
  readonly step: string;
  readonly by_step: string;
  readonly of_first: string;
  readonly of_before: string;
  readonly dropped_off: string;
  readonly within: (days: number) => string;
  readonly states: Readonly<Record<StepState, string>>;
  readonly week: (number: string) => string;
  readonly weeks: string;
  readonly active_by_week: string;
  readonly not_completed: string;
  readonly no_cause: string;
  readonly cohorts: string;
  readonly of_segment: string;
  readonly latest_only: string;
  readonly no_data: string;
  readonly unavailable: string;
}

const ENGLISH: FigureWording = {
  locale: "en",
  day: "Day",
  week_from: "Week from",
  people: "People",
  completed: "Completed",
  by_day: "People by day",
  by_week: "People by week",
  counts: (people, completed) => `${people} people, ${completed} completed`,
  before: (days, counts) => (days === 1 ? `The day before: ${counts}.` : `The ${days} days before: ${counts}.`),
  attributed_to: "Attributed to",
  no_content: "No content",
  deleted_content: "Deleted content",
  by_content: "Completions by content",
  step: "Step",
  by_step: "People by step",
  of_first: "Of the first step",
  of_before: "Of the step before",
  dropped_off: "Dropped off",
  within: (days) =>
    days === 1
      ? "People who reached each step within 1 day of the first one."
      : `People who reached each step within ${days} days of the first one.`,
  states: { viewed: "viewed", completed: "completed", dismissed: "dismissed" },
  week: (number) => `Week ${number}`,
  weeks: "Week",
  active_by_week: "Active people by week",
  not_completed: "Didn’t complete",
  no_cause:
    "Shares of people who were active in the weeks after their first view. This comparison doesn’t show a cause.",
  cohorts: "Shares of people who were active in the weeks after their first time.",
  of_segment: "Only people who are in the chart’s segment now.",
  latest_only: "Limited to the latest entries.",
  no_data: "No data for this period.",
  unavailable: "This report isn’t available. Its content, goal, or segment was deleted.",
};

const ARABIC: FigureWording = {
  locale: "ar-u-nu-latn",
  day: "اليوم",
  week_from: "الأسبوع من",
  people: "الأشخاص",
  completed: "اكتمل",
  by_day: "الأشخاص حسب اليوم",
  by_week: "الأشخاص حسب الأسبوع",
  counts: (people, completed) => `الأشخاص ${people}، اكتمل ${completed}`,
  before: (days, counts) => (days === 1 ? `في اليوم السابق: ${counts}.` : `في الأيام السابقة (${days}): ${counts}.`),
  attributed_to: "منسوب إلى",
  no_content: "بلا محتوى",
  deleted_content: "محتوى محذوف",
  by_content: "الإكمالات حسب المحتوى",
  step: "الخطوة",
  by_step: "الأشخاص حسب الخطوة",
  of_first: "من الخطوة الأولى",
  of_before: "من الخطوة السابقة",
  dropped_off: "توقفوا",
  within: (days) =>
    days === 1
      ? "الأشخاص الذين وصلوا إلى كل خطوة خلال يوم واحد من الخطوة الأولى."
      : `الأشخاص الذين وصلوا إلى كل خطوة خلال مدة من الخطوة الأولى (بالأيام: ${days}).`,
  states: { viewed: "شوهد", completed: "اكتمل", dismissed: "أُغلق" },
  week: (number) => `الأسبوع ${number}`,
  weeks: "الأسبوع",
  active_by_week: "الأشخاص النشطون حسب الأسبوع",
  not_completed: "لم يكملوا",
  no_cause: "نسب الأشخاص النشطين في الأسابيع التي تلت مشاهدتهم الأولى. لا تبيّن هذه المقارنة سببًا.",
  cohorts: "نسب الأشخاص النشطين في الأسابيع التي تلت مرتهم الأولى.",
  of_segment: "الأشخاص الموجودون الآن في شريحة هذا المخطط فقط.",
  latest_only: "يقتصر على أحدث الإدخالات.",
  no_data: "لا توجد بيانات لهذه الفترة.",
  unavailable: "هذا التقرير غير متاح. حُذف محتواه أو هدفه أو شريحته.",
};

export const FIGURE_WORDINGS: Readonly<Record<EmailLanguage, FigureWording>> = { en: ENGLISH, ar: ARABIC };
