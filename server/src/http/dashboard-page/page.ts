import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import { cellText, type Figure, type FigureTable } from "../../analytics/figures/figure.ts";
import { FIGURE_WORDINGS } from "../../analytics/figures/wording.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { drawingHtml } from "./drawing.ts";
import { PAGE_TEXTS, type PageTexts } from "./page-texts.ts";

/** Periods that a reader can choose. */
export const PAGE_DAYS = [7, 30, 90] as const;
export type PageDays = (typeof PAGE_DAYS)[number];

export type PageState =
  | {
      readonly kind: "dashboard";
      readonly language: EmailLanguage;
      readonly name: string;
      readonly days: PageDays;
      readonly period: { readonly from: number; readonly to: number };
      readonly figures: readonly Figure[];
      readonly expires_at: number;
    }
  | { readonly kind: "gone" | "busy"; readonly language: EmailLanguage };

const STYLE = `:root{color-scheme:light dark;--ink:light-dark(#2a2a30,#e4e4e8);--quiet:light-dark(#5d5d68,#a3a3ad);--line:light-dark(#dcdce2,#3a3a41);--card:light-dark(#fff,#202024);--accent:light-dark(#5b47d6,#9d8cff);font:100%/1.5 system-ui,sans-serif;background:light-dark(#f4f4f6,#17171a);color:var(--ink)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 2rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1.5rem;line-height:1.25}
h2{margin:0;font-size:1.0625rem}
p{margin:.25rem 0 0;color:var(--quiet);font-size:.875rem}
nav ul,.keys,.bars,main>ol{list-style:none;margin:0;padding:0}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
nav a{display:block;padding:.375rem .75rem;min-height:1.5rem;border:1px solid var(--line);border-radius:.5rem;color:inherit;text-decoration:none;font-size:.875rem}
nav a[aria-current]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
main>ol{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
main>ol>li{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem}
.drawing{position:relative;margin-top:1rem}
.top{position:absolute;font-size:.75rem;color:var(--quiet);background:var(--card);padding-inline-end:.25rem;line-height:1}
.plot{display:block;width:100%;height:9rem;border-block:1px solid var(--line);overflow:visible}
.axis{display:flex;justify-content:space-between;gap:.5rem;margin-top:.25rem;font-size:.75rem;color:var(--quiet)}
.keys{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-bottom:.75rem;font-size:.75rem;color:var(--quiet)}
.keys li{display:flex;align-items:center;gap:.375rem}
.key{width:.625rem;height:.625rem}
.value{fill:var(--accent);opacity:.4}
.part,.key .line-1{fill:var(--accent)}
.key .line-2{fill:var(--quiet)}
.track{fill:var(--line)}
polyline{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}
polyline.line-1{stroke:var(--accent)}
polyline.line-2{stroke:var(--quiet);stroke-dasharray:5 4}
.bars{display:grid;gap:.625rem;margin-top:1rem;font-size:.875rem}
.bars span{display:flex;justify-content:space-between;gap:1rem}
.bar{display:block;width:100%;height:.625rem}
details{margin-top:.75rem;font-size:.875rem}
summary{width:fit-content;padding:.25rem 0;color:var(--quiet);cursor:pointer}
.table{overflow-x:auto;margin-top:.5rem}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
caption{text-align:start;font-weight:600;padding-bottom:.25rem}
th,td{padding:.25rem .5rem;text-align:end;border-top:1px solid var(--line);font-weight:400;overflow-wrap:normal}
th:first-child{text-align:start;padding-inline-start:0;min-width:6rem}
thead th{color:var(--quiet);font-size:.75rem;border:0;vertical-align:bottom}
footer{margin-top:1rem}
.notice{min-height:80vh;display:grid;place-items:center;text-align:center}
.notice h1{font-size:1.125rem;max-width:32rem;text-wrap:balance}
@media (forced-colors:active){.value{fill:GrayText;opacity:1}.part,.key .line-1{fill:Highlight}polyline.line-1{stroke:Highlight}polyline.line-2{stroke:CanvasText}.track{fill:Canvas}}`;

const STYLE_HASH = new Bun.CryptoHasher("sha256").update(STYLE).digest("base64");

/** The page's one stylesheet. Nothing else loads, runs, or is sent. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** A dashboard as HTML without scripts. */
export function dashboardPage(state: PageState): string {
  const { language } = state;
  const texts = PAGE_TEXTS[language];
  const title = state.kind === "dashboard" ? state.name : texts[state.kind];
  return `<!doctype html>
<html lang="${language}" dir="${textDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${state.kind === "dashboard" ? dashboardHtml(state, texts) : `<main class="notice"><h1>${escapeHtml(title)}</h1></main>`}
</body>
</html>
`;
}

function dashboardHtml(state: Extract<PageState, { kind: "dashboard" }>, texts: PageTexts): string {
  const { language, name, days, period, figures, expires_at } = state;
  const { locale } = FIGURE_WORDINGS[language];
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const choices = PAGE_DAYS.map((each) => {
    const current = each === days ? ' aria-current="page"' : "";
    return `<li><a href="?days=${each}"${current}>${escapeHtml(texts.days(each))}</a></li>`;
  });
  const items = figures.map((figure, index) => figureItem(figure, index, { language, texts }));
  return `<header><h1><bdi>${escapeHtml(name)}</bdi></h1>
<p>${escapeHtml(texts.range(day.format(period.from), day.format(period.to - 1)))}</p></header>
<nav aria-label="${escapeHtml(texts.period)}"><ul>${choices.join("")}</ul></nav>
<main>${items.length === 0 ? `<p>${escapeHtml(texts.no_charts)}</p>` : `<ol>${items.join("\n")}</ol>`}</main>
<footer><p>${escapeHtml(texts.expires(time.format(expires_at)))}</p></footer>`;
}

interface FigureContext {
  readonly language: EmailLanguage;
  readonly texts: PageTexts;
}

function figureItem(
  { title, sentences, drawing, tables }: Figure,
  index: number,
  { language, texts }: FigureContext,
): string {
  const { locale } = FIGURE_WORDINGS[language];
  const id = `chart-${index + 1}`;
  const drawn =
    drawing === undefined ? "" : drawingHtml(drawing, { locale, is_rtl: textDirection(language) === "rtl" });
  const shown = tables.map((table) => tableHtml(table, locale)).join("");
  const is_closed = drawing !== undefined && shown !== "";
  return `<li><section aria-labelledby="${id}"><h2 id="${id}"><bdi>${escapeHtml(title)}</bdi></h2>
${sentences.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}
${drawn}
${is_closed ? `<details><summary>${escapeHtml(texts.show_table)}</summary>${shown}</details>` : shown}</section></li>`;
}

/** Wide tables scroll, also by keyboard. */
function tableHtml({ caption, columns, rows }: FigureTable, locale: string): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join("");
  const body = rows.map(([name = "", ...cells]) => {
    const values = cells.map((cell) => `<td>${escapeHtml(cellText(cell, locale))}</td>`).join("");
    return `<tr><th scope="row"><bdi>${escapeHtml(cellText(name, locale))}</bdi></th>${values}</tr>`;
  });
  return `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}
