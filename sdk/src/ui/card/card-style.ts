import { DISMISS_OPTIONS_STYLE } from "./dismiss-options.ts";

export const CARD_STYLE = `
*{box-sizing:border-box;margin:0}
.card{position:absolute;width:min(23em,100% - 24px);font-size:.9375em;line-height:1.55;
background:var(--bg);border-radius:14px;box-shadow:var(--shadow);overflow-wrap:anywhere;pointer-events:auto}
.flow{overflow:auto;overscroll-behavior:contain;padding:1.5em 1.6em 1em;border-radius:inherit}
h2{font-size:1.2em;line-height:1.3;font-weight:650;padding-inline-end:1.7em;text-wrap:balance}
.body{color:var(--soft);margin-top:.6em}
.body>*+*{margin-top:.7em}
strong{font-weight:650;color:var(--ink)}
.foot{position:relative;display:flex;flex-wrap:wrap;align-items:center;gap:.6em;padding:1em 1.6em 1.1em;border-top:1px solid var(--line)}
button{font:inherit;font-weight:600;line-height:1.4;min-height:2.4em;padding:.35em 1.05em;border:1px solid #0000;border-radius:9px;color:var(--ink);background:none;cursor:pointer}
.plain{border-color:var(--line)}
.primary{background:var(--accent);color:var(--on-accent)}
.close{position:absolute;inset-block-start:.85em;inset-inline-end:.85em;width:2.2em;min-height:2.2em;padding:0;color:var(--mute);background:var(--bg)}
.close::before,.close::after{content:"";position:absolute;inset:calc(50% - 1px) 26%;border-top:2px solid;rotate:45deg}
.close::after{rotate:-45deg}
:is(.plain,.close):hover{background:var(--hover);color:var(--ink)}
.primary:hover{filter:brightness(1.08)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
h2:focus-visible{outline:0}.card:has(h2:focus-visible)::after{content:"";position:absolute;inset:0;border:2px solid var(--accent);border-radius:inherit;pointer-events:none}
@media (prefers-reduced-motion:no-preference){button{transition:background-color .16s,color .16s,filter .16s}}
@media (forced-colors:active){.card,button{border:1px solid}}
${DISMISS_OPTIONS_STYLE}`;
