import { textDirection } from "@fanfare/contract/lib/text-direction";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { PageTexts } from "./page-texts.ts";

export type PageState =
  | {
      readonly kind: "survey";
      readonly language: string;
      readonly title: string;
      readonly texts: PageTexts;
      readonly key: string;
      readonly slug: string;
      readonly anonymous: boolean;
      readonly path_prefix: string;
    }
  | { readonly kind: "message"; readonly language: string; readonly text: string };

/** The card itself comes with the SDK's own styles. */
const STYLE = `:root{color-scheme:light dark;font:100%/1.55 system-ui,sans-serif;background:light-dark(#f4f4f6,#17171a);color:light-dark(#2a2a30,#e4e4e8)}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center}
main{max-width:32rem;padding:1.5rem;text-align:center;overflow-wrap:anywhere;text-wrap:balance}
h1{margin:0;font-size:1.125rem;font-weight:600}`;

const STYLE_HASH = new Bun.CryptoHasher("sha256").update(STYLE).digest("base64");

/** The page's one stylesheet, the SDK's scripts, and the author's images, videos, and sandboxed frames. Trusted Types without any policy. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src 'self' data: https:",
  "media-src 'self' https:",
  "frame-src https:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** What the page's script shows instead of the survey: `sdk/src/survey-page`. */
const NOTICES = ["done", "completed", "closed", "failed"] as const;

export function surveyPage(state: PageState): string {
  const title = state.kind === "survey" ? state.title : state.text;
  return `<!doctype html>
<html lang="${escapeHtml(state.language)}" dir="${textDirection(state.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
${state.kind === "survey" ? script(state) : ""}</head>
<body>
${state.kind === "survey" ? notices(state.texts) : `<main><h1>${escapeHtml(state.text)}</h1></main>`}
</body>
</html>
`;
}

function script({ key, slug, anonymous, texts, path_prefix }: Extract<PageState, { kind: "survey" }>): string {
  const src = `${path_prefix}/sdk/survey-page/survey-page.js`;
  const named = [
    ["fanfare-app", key],
    ["fanfare-survey", slug],
    // What the card tells people about their answers.
    ...(anonymous ? [["fanfare-anonymous", texts.anonymous] as const] : []),
  ] as const;
  const tags = named.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">\n`);
  return `${tags.join("")}<script type="module" src="${escapeHtml(src)}"></script>\n`;
}

function notices(texts: PageTexts): string {
  const hidden = NOTICES.map(
    (name) => `<main id="${name}" hidden><h1 tabindex="-1">${escapeHtml(texts[name])}</h1></main>`,
  );
  return `<noscript><main><h1>${escapeHtml(texts.scripts)}</h1></main></noscript>\n${hidden.join("\n")}`;
}
