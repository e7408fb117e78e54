import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import { escapeHtml } from "../lib/escape-html.ts";
import type { Email } from "./email-templates.ts";

export interface EmailSection {
  readonly title: string;
  readonly lines: readonly string[];
  /** Below the lines. Its first column names the rows. */
  readonly table?: EmailTable;
}

interface EmailTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** An email that its recipient can stop. */
export interface SubscriptionEmail {
  readonly to: string;
  readonly subject: string;
  readonly language: EmailLanguage;
  readonly sections: readonly EmailSection[];
  /** Undefined for people without an account. */
  readonly link: { readonly label: string; readonly url: string } | undefined;
  /** Why they get it. */
  readonly reason: string;
  /** Unsubscribes by POST, as RFC 8058 has it. */
  readonly unsubscribe_url: string;
}

const DIRECTIONS: Readonly<Record<EmailLanguage, "ltr" | "rtl">> = { en: "ltr", ar: "rtl" };
const UNSUBSCRIBE: Readonly<Record<EmailLanguage, string>> = { en: "Unsubscribe", ar: "إلغاء الاشتراك" };

/** The email as plain text and as HTML without images, with headers for the button of mail programs. */
export function subscriptionEmail(parts: SubscriptionEmail): Email {
  const { to, subject, language, sections, link, reason, unsubscribe_url } = parts;
  const opening = link === undefined ? "" : `${link.label}: ${link.url}\n\n`;
  const ending = `${opening}${reason}\n${UNSUBSCRIBE[language]}: ${unsubscribe_url}\n`;
  return {
    ...{ to, subject },
    text: [...sections.map(sectionText), ending].join("\n\n"),
    html: emailHtml(parts),
    headers: {
      "List-Unsubscribe": `<${unsubscribe_url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
    },
  };
}

/** Rows as "name: first column 1, second column 2", readable without columns. */
function sectionText({ title, lines, table }: EmailSection): string {
  const rows = table?.rows.map(([name = "", ...cells]) => {
    const named = cells.map((cell, index) => `${table.columns[index + 1] ?? ""} ${cell}`);
    return `${name}: ${named.join(" · ")}`;
  });
  return [title, ...lines, ...(rows ?? [])].join("\n");
}

/** Names in another script keep their direction. */
export function isolateName(language: EmailLanguage, name: string): string {
  return DIRECTIONS[language] === "rtl" ? `\u2068${name}\u2069` : name;
}

/** Colors are the mail program's, so that it's readable in dark mode. */
function emailHtml({ language, sections, link, reason, unsubscribe_url }: SubscriptionEmail): string {
  const items = sections.map(
    ({ title, lines, table }) =>
      `<h2 style="font-size:18px;margin:24px 0 4px">${escapeHtml(title)}</h2>${lines
        .map((line) => `<p style="margin:0 0 4px">${escapeHtml(line)}</p>`)
        .join("")}${table === undefined ? "" : tableHtml(table)}`,
  );
  const linkTo = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return `<!doctype html>
<html lang="${language}" dir="${DIRECTIONS[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="font:16px/1.5 sans-serif;margin:0;padding:8px 16px 24px"><div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${items.join("\n")}
${link === undefined ? "" : `<p style="margin:24px 0">${linkTo(link.url, link.label)}</p>`}
<p style="font-size:14px;margin:0">${escapeHtml(reason)} ${linkTo(unsubscribe_url, UNSUBSCRIBE[language])}</p>
</div></body></html>
`;
}

function tableHtml({ caption, columns, rows }: EmailTable): string {
  const border = "border-top:1px solid #8888;padding:4px 8px";
  const head = columns.map(
    (column, index) =>
      `<th scope="col" style="padding:4px 8px;text-align:${index === 0 ? "start" : "end"}">${escapeHtml(column)}</th>`,
  );
  const body = rows.map(([name = "", ...cells]) => {
    const values = cells.map((cell) => `<td style="${border};text-align:end">${escapeHtml(cell)}</td>`).join("");
    return `<tr><th scope="row" style="${border};text-align:start;font-weight:normal">${escapeHtml(name)}</th>${values}</tr>`;
  });
  return `<table style="border-collapse:collapse;width:100%;font-size:14px;margin-top:8px"><caption style="text-align:start;padding:0 8px">${escapeHtml(caption)}</caption><thead><tr>${head.join("")}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}
