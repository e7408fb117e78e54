import type { AlertKind } from "@fanfare/contract/alerts/alert";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import { ALERT_TEXTS, type AlertValues, describeAlert } from "@fanfare/contract/wording/alerts";
import type { Email } from "../../mail/email-templates.ts";
import { type EmailSection, isolateName, subscriptionEmail } from "../../mail/subscription-email.ts";
import { ARABIC_ALERT_TEXTS } from "./arabic.ts";

interface Wording {
  readonly texts: typeof ALERT_TEXTS;
  readonly resolved: (title: string) => string;
  /** Subject of several alerts. */
  readonly several: (count: number, workspace: string) => string;
  readonly open: string;
  readonly reason: (workspace: string) => string;
}

const WORDINGS: Readonly<Record<EmailLanguage, Wording>> = {
  en: {
    texts: ALERT_TEXTS,
    resolved: (title) => `Resolved: ${title}`,
    several: (count, workspace) => `${count} alerts in ${workspace}`,
    open: "Open alerts",
    reason: (workspace) => `You get this email because you chose alerts in your account of ${workspace}.`,
  },
  ar: {
    texts: ARABIC_ALERT_TEXTS,
    resolved: (title) => `تم الحل: ${title}`,
    several: (count, workspace) => `التنبيهات في ${workspace}: ${count}`,
    open: "فتح التنبيهات",
    reason: (workspace) => `تصلك هذه الرسالة لأنك اخترت التنبيهات في حسابك في ${workspace}.`,
  },
};

export interface EmailAlert {
  readonly kind: AlertKind;
  readonly event: "opened" | "resolved";
  readonly values: AlertValues;
}

export interface AlertEmail {
  readonly to: string;
  readonly language: EmailLanguage;
  readonly workspace: string;
  readonly alerts: readonly EmailAlert[];
  readonly alerts_url: string;
  readonly unsubscribe_url: string;
}

/** One email about one or several alerts. */
export function alertEmail({ to, language, workspace, alerts, alerts_url, unsubscribe_url }: AlertEmail): Email {
  const wording = WORDINGS[language];
  const name = isolateName(language, workspace);
  const sections = alerts.map((alert) => alertSection(language, alert));
  const [first] = sections;
  return subscriptionEmail({
    ...{ to, language, sections, unsubscribe_url },
    subject: sections.length === 1 && first !== undefined ? first.title : wording.several(sections.length, name),
    link: { label: wording.open, url: alerts_url },
    reason: wording.reason(name),
  });
}

/** What happened and what to do. */
export function alertSection(
  language: EmailLanguage,
  { kind, event, values }: EmailAlert,
): EmailSection & { readonly title: string } {
  const wording = WORDINGS[language];
  const shown = Object.entries(values).map(
    ([name, value]) => [name, typeof value === "string" ? isolateName(language, value) : value] as const,
  );
  const { title, text, advice } = describeAlert({ kind, values: Object.fromEntries(shown) }, wording.texts);
  return event === "opened" ? { title, lines: [text, advice] } : { title: wording.resolved(title), lines: [] };
}
