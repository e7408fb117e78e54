import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import type { Email } from "../../mail/email-templates.ts";
import { type EmailSection, isolateName, subscriptionEmail } from "../../mail/subscription-email.ts";
import { alertSection, type EmailAlert } from "../emails/email-text.ts";
import type { WeekCount, WeekReport } from "./week-report.ts";

interface Wording {
  readonly locale: string;
  readonly subject: (workspace: string) => string;
  readonly views: string;
  readonly completed: string;
  readonly goals: (app: string) => string;
  readonly answers: (app: string) => string;
  readonly none_before: string;
  readonly open: string;
  readonly reason: (workspace: string) => string;
}

const WORDINGS: Readonly<Record<EmailLanguage, Wording>> = {
  en: {
    locale: "en",
    subject: (workspace) => `Weekly summary of ${workspace}`,
    views: "Views",
    completed: "Completed",
    goals: (app) => `Goals in ${app}`,
    answers: (app) => `Latest answers in ${app}`,
    none_before: "none the week before",
    open: "Open Fanfare",
    reason: (workspace) =>
      `The last 7 full days (UTC) compared with the 7 days before. You get this email because you chose the weekly summary in your account of ${workspace}.`,
  },
  ar: {
    locale: "ar-u-nu-latn",
    subject: (workspace) => `الملخص الأسبوعي: ${workspace}`,
    views: "المشاهدات",
    completed: "مكتملة",
    goals: (app) => `الأهداف في ${app}`,
    answers: (app) => `أحدث الإجابات في ${app}`,
    none_before: "لا شيء في الأسبوع السابق",
    open: "فتح Fanfare",
    reason: (workspace) =>
      `آخر 7 أيام كاملة (UTC) مقارنةً بالأيام السبعة قبلها. تصلك هذه الرسالة لأنك اخترت الملخص الأسبوعي في حسابك في ${workspace}.`,
  },
};

export interface SummaryEmail {
  readonly to: string;
  readonly language: EmailLanguage;
  readonly workspace: string;
  readonly apps: readonly { readonly name: string; readonly report: WeekReport }[];
  /** Open ones. */
  readonly alerts: readonly Omit<EmailAlert, "event">[];
  readonly console_url: string;
  readonly unsubscribe_url: string;
}

/** The week of all apps in one email. */
export function summaryEmail({ to, language, apps, alerts, console_url, unsubscribe_url, ...of }: SummaryEmail): Email {
  const wording = WORDINGS[language];
  const workspace = isolateName(language, of.workspace);
  return subscriptionEmail({
    ...{ to, language, unsubscribe_url },
    subject: wording.subject(workspace),
    sections: [
      ...alerts.map((alert) => alertSection(language, { ...alert, event: "opened" })),
      ...apps.flatMap(({ name, report }) => appSections(language, isolateName(language, name), report)),
    ],
    link: { label: wording.open, url: console_url },
    reason: wording.reason(workspace),
  });
}

function appSections(language: EmailLanguage, app: string, report: WeekReport): readonly EmailSection[] {
  const wording = WORDINGS[language];
  const { views, completed, contents, goals, answers } = report;
  const counts = (of: { readonly views: WeekCount; readonly completed: WeekCount }): string =>
    `${wording.views}: ${compare(wording, of.views)} · ${wording.completed}: ${compare(wording, of.completed)}`;
  const name = (text: string): string => isolateName(language, text);
  const sections: readonly EmailSection[] = [
    {
      title: app,
      lines: [counts({ views, completed }), ...contents.map((content) => `${name(content.name)} – ${counts(content)}`)],
    },
    {
      title: wording.goals(app),
      lines: goals.map((goal) => `${name(goal.name)}: ${compare(wording, goal.reached)}`),
    },
    { title: wording.answers(app), lines: answers.map((answer) => `${name(answer.name)}: ${name(answer.text)}`) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** A number, and how much it changed: "1,204 (+12%)". */
function compare({ locale, none_before }: Wording, { recent, earlier }: WeekCount): string {
  const shown = new Intl.NumberFormat(locale).format(recent);
  if (earlier === 0) return recent === 0 ? shown : `${shown} (${none_before})`;
  const change = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" });
  return `${shown} (${change.format((recent - earlier) / earlier)})`;
}
