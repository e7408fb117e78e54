import type { Page } from "../../ui/types.ts";

/** Styles of the lists and the form in the bar of a text. */
const INSERT_STYLE = `
.marks form{display:flex;gap:6px;flex-basis:100%;padding:4px}
.marks form>*{min-height:32px;padding:4px 10px;border:1px solid var(--line);border-radius:8px;font:inherit;font-size:13px;color:inherit;background:none}.marks form>input{flex:1;min-width:0}
::highlight(fanfare-link){background:Highlight;color:HighlightText}
.marks>.insert{flex-basis:100%;margin-block-start:4px;max-height:min(196px,30vh);overflow:auto;overscroll-behavior:contain;border:1px solid var(--line);border-radius:8px;background:var(--bg)}
.emoji{display:flex;flex-direction:column}.emoji>.lists{overflow:auto;overscroll-behavior:contain;padding:4px}.emoji>p{padding:2px 10px;font-size:12px}
.emoji>input{min-height:36px;padding:6px 10px;border:0;border-block-end:1px solid var(--line);border-radius:8px 8px 0 0;outline-offset:-2px!important;font:inherit;color:inherit;background:none}
.group{display:grid;grid-template-columns:repeat(8,1fr);content-visibility:auto;contain-intrinsic-size:auto 300px}
.option{min-height:32px;padding:4px 10px;border-radius:6px;cursor:default;overflow-wrap:anywhere}
.emoji .option{display:grid;place-items:center;padding:0;font-size:19px}
.option:is([aria-selected=true],:hover){background:var(--hover)}.option[aria-selected=true]{outline:2px solid var(--accent);outline-offset:-2px}
`;

const styled = new WeakSet<ShadowRoot>();

/** Adds the styles to the root of a text, once. */
export function styleInserts({ window }: Page, text: HTMLElement): void {
  const root = text.getRootNode();
  if (!(root instanceof window.ShadowRoot) || styled.has(root)) return;
  styled.add(root);
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(INSERT_STYLE);
  root.adoptedStyleSheets.push(sheet);
}
