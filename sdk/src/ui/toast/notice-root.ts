import { openRoot } from "../overlay/root.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { Page } from "../types.ts";

/**
 * A root for toasts or banners. `style` is added to the shared styles, kept in one file because bundlers would copy the
 * constant.
 */
export function openNoticeRoot(page: Page, style: string): UiRoot {
  return openRoot(page, NOTICE_STYLE + style);
}

export const NOTICE_STYLE = `
*{box-sizing:border-box;margin:0}
.notice{position:relative;padding:var(--y) 1em;padding-inline-end:3.2em;display:flex;flex-wrap:wrap;align-items:center;gap:.4em .9em;background:var(--bg);line-height:1.45;font-size:.9375em;overflow-wrap:anywhere;pointer-events:auto;--tone:var(--accent)}
.success{--tone:light-dark(#0a7a4f,#4fd39a)}.warning{--tone:light-dark(#8a5a00,#ffc24d)}.error{--tone:light-dark(#b3261e,#ff9d95)}
.words{flex:1;min-width:min(9em,100%);min-height:2.2em;align-content:center;display:grid;gap:.1em;color:var(--soft)}
strong{font-weight:650;color:var(--ink)}
.act,.close{font:inherit;font-weight:600;min-height:2.2em;padding:.3em .9em;border:1px solid var(--line);border-radius:9px;background:none;color:var(--ink);cursor:pointer;text-decoration:none}
.close{position:absolute;align-self:start;inset-inline-end:.6em;padding:0 1.1em;border:0;color:var(--mute)}
.close::before,.close::after{content:"";position:absolute;inset:calc(50% - 1px) 28%;border-top:2px solid;rotate:45deg}
.close::after{rotate:-45deg}
.act:hover,.close:hover{background:var(--hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--bg)}
@media (forced-colors:active){.notice,button{border:1px solid}}`;
