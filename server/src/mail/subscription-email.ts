import { textDirection } from "@fanfare/contract/lib/text-direction";
import { escapeHtml } from "../lib/escape-html.ts";
import type { Email } from "./email-templates.ts";
import { unsubscribeLabel } from "./unsubscribe-labels.ts";

export interface EmailSection {
  readonly title: string | undefined;
  readonly lines: readonly string[];
  /** Below the lines. Its first column names the rows. */
  readonly table?: EmailTable;
  /** Written in a language that isn't known. */
  readonly by_author?: boolean;
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
  readonly language: string;
  readonly sections: readonly EmailSection[];
  /** Undefined if there is nothing to open. */
  readonly link: { readonly label: string; readonly url: string } | undefined;
  /** Why they get it. */
  readonly reason: string;
  /** Unsubscribes by POST, as RFC 8058 has it. */
  readonly unsubscribe_url: string;
}

/** The email as plain text and as HTML without images, with headers for the button of mail programs. */
export function subscriptionEmail(parts: SubscriptionEmail): Email {
  const { to, subject, language, sections, link, reason, unsubscribe_url } = parts;
  const opening = link === undefined ? "" : `${link.label}: ${link.url}\n\n`;
  const ending = `${opening}${reason}\n${unsubscribeLabel(language)}: ${unsubscribe_url}\n`;
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
  return [...(title === undefined ? [] : [title]), ...lines, ...(rows ?? [])].join("\n");
}

/** Names in another script keep their direction. */
export function isolateName(language: string, name: string): string {
  return textDirection(language) === "rtl" ? `\u2068${name}\u2069` : name;
}

/** Colors are the mail program's, so that it's readable in dark mode. */
function emailHtml({ language, sections, link, reason, unsubscribe_url }: SubscriptionEmail): string {
  const linkTo = (url: string, text: string): string => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  return `<!doctype html>
<html lang="${language}" dir="${textDirection(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="font:16px/1.5 sans-serif;margin:0;padding:8px 16px 24px"><div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${sections.map(sectionHtml).join("\n")}
${link === undefined ? "" : `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 16px;border:1px solid;border-radius:8px;font-weight:bold;text-decoration:none">${escapeHtml(link.label)}</a></p>`}
<p style="font-size:14px;margin:0">${escapeHtml(reason)} ${linkTo(unsubscribe_url, unsubscribeLabel(language))}</p>
</div></body></html>
`;
}

function sectionHtml({ title, lines, table, by_author }: EmailSection): string {
  // The empty language is an unknown one.
  const own = by_author === true ? ' lang="" dir="auto"' : "";
  const heading =
    title === undefined ? "" : `<h2${own} style="font-size:18px;margin:24px 0 4px">${escapeHtml(title)}</h2>`;
  const texts = lines.map((line) => `<p${own} style="margin:0 0 4px">${escapeHtml(line)}</p>`);
  return `${heading}${texts.join("")}${table === undefined ? "" : tableHtml(table)}`;
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
