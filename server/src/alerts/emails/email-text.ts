import type { AlertKind } from "@fanfare/contract/alerts/alert";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import { ALERT_TEXTS, type AlertValues, describeAlert } from "@fanfare/contract/wording/alerts";
import type { Email } from "../../mail/email-templates.ts";
import { ARABIC_ALERT_TEXTS } from "./arabic.ts";

interface Wording {
  readonly texts: typeof ALERT_TEXTS;
  readonly direction: "ltr" | "rtl";
  readonly resolved: (title: string) => string;
  /** Subject of several alerts. */
  readonly several: (count: number, workspace: string) => string;
  readonly open: string;
  readonly reason: (workspace: string) => string;
  readonly unsubscribe: string;
}

const WORDINGS: Readonly<Record<EmailLanguage, Wording>> = {
  en: {
    texts: ALERT_TEXTS,
    direction: "ltr",
    resolved: (title) => `Resolved: ${title}`,
    several: (count, workspace) => `${count} alerts in ${workspace}`,
    open: "Open alerts",
    reason: (workspace) => `You get this email because you chose alerts in your account of ${workspace}.`,
    unsubscribe: "Unsubscribe",
  },
  ar: {
    texts: ARABIC_ALERT_TEXTS,
    direction: "rtl",
    resolved: (title) => `تم الحل: ${title}`,
    several: (count, workspace) => `التنبيهات في ${workspace}: ${count}`,
    open: "فتح التنبيهات",
    reason: (workspace) => `تصلك هذه الرسالة لأنك اخترت التنبيهات في حسابك في ${workspace}.`,
    unsubscribe: "إلغاء الاشتراك",
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
  /** Unsubscribes by POST, as RFC 8058 has it. */
  readonly unsubscribe_url: string;
}

/** One email about one or several alerts, as plain text and as HTML without images. */
export function alertEmail({ to, language, workspace, alerts, alerts_url, unsubscribe_url }: AlertEmail): Email {
  const wording = WORDINGS[language];
  const name = isolate(wording, workspace);
  const shown = alerts.map((alert) => describe(wording, alert));
  const [first] = shown;
  const subject = shown.length === 1 && first !== undefined ? first.title : wording.several(shown.length, name);
  const links = `${wording.open}: ${alerts_url}\n\n${wording.reason(name)}\n${wording.unsubscribe}: ${unsubscribe_url}\n`;
  return {
    ...{ to, subject },
    text: [...shown.map(({ title, lines }) => [title, ...lines].join("\n")), links].join("\n\n"),
    html: emailHtml(wording, language, {
      alerts: shown,
      footer: wording.reason(name),
      ...{ alerts_url, unsubscribe_url },
    }),
    headers: {
      "List-Unsubscribe": `<${unsubscribe_url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
  };
}

interface ShownAlert {
  readonly title: string;
  readonly lines: readonly string[];
}

function describe(wording: Wording, { kind, event, values }: EmailAlert): ShownAlert {
  const shown = Object.entries(values).map(([name, value]) => [name, isolate(wording, value)] as const);
  const { title, text, advice } = describeAlert({ kind, values: Object.fromEntries(shown) }, wording.texts);
  return event === "opened" ? { title, lines: [text, advice] } : { title: wording.resolved(title), lines: [] };
}

/** Names in another script keep their direction. */
function isolate<Value extends string | number>({ direction }: Wording, value: Value): Value | string {
  return direction === "rtl" && typeof value === "string" ? `\u2068${value}\u2069` : value;
}

interface EmailParts extends Pick<AlertEmail, "alerts_url" | "unsubscribe_url"> {
  readonly alerts: readonly ShownAlert[];
  readonly footer: string;
}

/** Colors are the mail program's, so that it's readable in dark mode. */
function emailHtml(
  { direction, open, unsubscribe }: Wording,
  language: EmailLanguage,
  { alerts, footer, alerts_url, unsubscribe_url }: EmailParts,
): string {
  const items = alerts.map(
    ({ title, lines }) =>
      `<h2 style="font-size:18px;margin:24px 0 4px">${escapeHtml(title)}</h2>${lines
        .map((line) => `<p style="margin:0 0 4px">${escapeHtml(line)}</p>`)
        .join("")}`,
  );
  const link = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="font:16px/1.5 sans-serif;margin:0;padding:8px 16px 24px"><div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${items.join("\n")}
<p style="margin:24px 0">${link(alerts_url, open)}</p>
<p style="font-size:14px;margin:0">${escapeHtml(footer)} ${link(unsubscribe_url, unsubscribe)}</p>
</div></body></html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
