import { csvLine } from "@fanfare/contract/lib/csv";
import { DAY_MS } from "@fanfare/contract/limits";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import { cellText, cellValue, type Figure } from "../../analytics/figures/figure.ts";
import type { FigurePeriod } from "../../analytics/figures/read-figures.ts";
import { FIGURE_WORDINGS } from "../../analytics/figures/wording.ts";
import type { Email, EmailAttachment } from "../../mail/email-templates.ts";
import { type EmailSection, isolateName, subscriptionEmail } from "../../mail/subscription-email.ts";

interface Wording {
  readonly period: (first: string, last: string) => string;
  readonly open: string;
  readonly attached: string;
  readonly reason: (workspace: string) => string;
}

const WORDINGS: Readonly<Record<EmailLanguage, Wording>> = {
  en: {
    period: (first, last) => `${first} to ${last} (UTC)`,
    open: "Open dashboard",
    attached: "The numbers are attached as CSV files, one for each table.",
    reason: (workspace) => `You get this email because a member of ${workspace} on Fanfare scheduled it for you.`,
  },
  ar: {
    period: (first, last) => `من ${first} إلى ${last} (UTC)`,
    open: "فتح لوحة المعلومات",
    attached: "الأرقام مرفقة كملفات CSV، ملف لكل جدول.",
    reason: (workspace) => `تصلك هذه الرسالة لأن أحد أعضاء ${workspace} على Fanfare جدولها لك.`,
  },
};

export interface DashboardEmailParts {
  readonly to: string;
  readonly language: EmailLanguage;
  /** Of the dashboard. */
  readonly name: string;
  readonly period: FigurePeriod;
  readonly figures: readonly Figure[];
  readonly workspace: string;
  /** The dashboard in the console. Undefined for people without an account. */
  readonly url: string | undefined;
  readonly unsubscribe_url: string;
}

/** The dashboard's numbers as text, as HTML tables, and as files. */
export function dashboardEmail({
  to,
  language,
  name,
  period,
  figures,
  workspace,
  url,
  unsubscribe_url,
}: DashboardEmailParts): Email {
  const wording = WORDINGS[language];
  const { locale } = FIGURE_WORDINGS[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const dates = wording.period(day.format(period.from), day.format(period.to - DAY_MS));
  const attachments = figures.flatMap(csvFiles);
  const email = subscriptionEmail({
    ...{ to, language, unsubscribe_url },
    subject: `${name}: ${dates}`,
    sections: [
      { title: isolateName(language, name), lines: attachments.length === 0 ? [dates] : [dates, wording.attached] },
      ...figures.flatMap((figure) => figureSections(language, figure)),
    ],
    link: url === undefined ? undefined : { label: wording.open, url },
    reason: wording.reason(isolateName(language, workspace)),
  });
  return { ...email, attachments };
}

function figureSections(language: EmailLanguage, { title, sentences, tables }: Figure): readonly EmailSection[] {
  const { locale } = FIGURE_WORDINGS[language];
  const named = { title: isolateName(language, title), lines: sentences };
  const [first, ...more] = tables.map(({ caption, columns, rows }) => ({
    caption,
    columns,
    rows: rows.map((cells) => cells.map((cell) => cellText(cell, locale))),
  }));
  if (first === undefined) return [named];
  return [{ ...named, table: first }, ...more.map((table) => ({ title: table.caption, lines: [], table }))];
}

/** One file for each table, such as `1-orders-2.csv`. Spreadsheets recognize UTF-8 by the mark at its start. */
function csvFiles({ title, tables }: Figure, index: number): readonly EmailAttachment[] {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return tables.map(({ columns, rows }, table) => ({
    filename: `${index + 1}-${name}${table === 0 ? "" : `-${table + 1}`}.csv`,
    content: `\uFEFF${[columns, ...rows.map((row) => row.map(cellValue))].map(csvLine).join("")}`,
    contentType: "text/csv; charset=utf-8",
  }));
}
