import { textDirection } from "@fanfare/contract/lib/text-direction";
import { emailTexts } from "../../engage/message-emails/email-texts.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { unsubscribeLabel } from "../../mail/unsubscribe-labels.ts";

export interface PageState {
  readonly kind: "subscribed" | "unsubscribed" | "invalid" | "busy";
  readonly language: string;
  readonly workspace: string;
  /** Path of the page, to which its button posts. */
  readonly path: string;
}

const STYLE = `:root{color-scheme:light dark;font:100%/1.55 system-ui,sans-serif;background:light-dark(#f4f4f6,#17171a);color:light-dark(#2a2a30,#e4e4e8)}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center}
main{max-width:28rem;padding:1.5rem;text-align:center;overflow-wrap:anywhere;text-wrap:balance}
h1{margin:0 0 .5rem;font-size:1.25rem;font-weight:600}
p{margin:0 0 1.5rem}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.5rem;background:light-dark(#5b47d6,#9d8cff);color:light-dark(#fff,#17171a);cursor:pointer}
button:focus-visible{outline:2px solid light-dark(#5b47d6,#9d8cff);outline-offset:2px}`;

const STYLE_HASH = new Bun.CryptoHasher("sha256").update(STYLE).digest("base64");

/** Without scripts. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export function emailPage({ kind, language, workspace, path }: PageState): string {
  const texts = emailTexts(language, workspace);
  const [action, label] =
    kind === "subscribed" ? [path, unsubscribeLabel(language)] : [`${path}/subscribe`, texts.subscribe];
  const form =
    kind === "subscribed" || kind === "unsubscribed"
      ? `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(label)}</button></form>`
      : "";
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${textDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">
<title>${escapeHtml(texts.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(texts.title)}</h1>
<p role="status">${escapeHtml(texts[kind])}</p>
${form}
</main>
</body>
</html>
`;
}
