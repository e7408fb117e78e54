import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";

/** Texts of the page of a dashboard's link, around its charts. */
export interface PageTexts {
  readonly gone: string;
  readonly busy: string;
  readonly period: string;
  readonly days: (days: number) => string;
  readonly range: (first: string, last: string) => string;
  readonly show_table: string;
  readonly no_charts: string;
  readonly expires: (when: string) => string;
}

/** The languages of the console. */
export const PAGE_TEXTS: Readonly<Record<EmailLanguage, PageTexts>> = {
  en: {
    gone: "This link has expired or was revoked. Ask the person who sent it for a new one.",
    busy: "Too many requests. Try again in a moment.",
    period: "Period",
    days: (days) => `${days} days`,
    range: (first, last) => `${first} to ${last} (UTC)`,
    show_table: "Show as table",
    no_charts: "This dashboard has no charts yet.",
    expires: (when) => `Read-only. This link expires on ${when} (UTC).`,
  },
  ar: {
    gone: "انتهت صلاحية هذا الرابط أو أُلغي. اطلب رابطًا جديدًا من الشخص الذي أرسله.",
    busy: "طلبات كثيرة جدًا. حاول مرة أخرى بعد لحظات.",
    period: "الفترة",
    days: (days) => (days === 7 ? "7 أيام" : `${days} يومًا`),
    range: (first, last) => `من ${first} إلى ${last} (UTC)`,
    show_table: "عرض كجدول",
    no_charts: "لا توجد مخططات في لوحة المعلومات هذه بعد.",
    expires: (when) => `للقراءة فقط. تنتهي صلاحية هذا الرابط في ${when} (UTC).`,
  },
};

/** The first of a browser's languages that the console has, otherwise English. */
export function pageLanguage(tags: readonly string[]): EmailLanguage {
  const found = tags.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag === "en" || tag === "ar");
  return found === "ar" ? "ar" : "en";
}
