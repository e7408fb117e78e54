import { ARROW_STYLE } from "../card/arrow-style.ts";
import { CARD_STYLE } from "../card/card-style.ts";

/** The mark pulses three times, which is less than five seconds (WCAG 2.2.2), and not at all where motion is reduced. */
export const HINT_STYLE = `${CARD_STYLE}${ARROW_STYLE}
button.mark{position:absolute;width:24px;height:24px;min-height:0;padding:0;border:0;border-radius:50%;background:none;pointer-events:auto}
.mark::before,.mark::after{content:"";position:absolute;inset:5px;border-radius:50%;background:var(--accent)}
.mark::after{border:2px solid var(--bg);inset:4px;box-shadow:var(--shadow)}
.mark:hover::after{inset:3px}
.mark:focus-visible{outline-offset:-2px;background:var(--bg)}
.foot{justify-content:end}
.tip{position:absolute;width:max-content;max-width:min(20em,100% - 24px);padding:.55em .8em;border-radius:9px;font-size:.867em;line-height:1.45;background:var(--bg);color:var(--soft);box-shadow:var(--shadow);overflow-wrap:break-word;pointer-events:auto}
.tip>*{display:block}.tip>*+*{margin-top:.35em}
.tip.away{visibility:hidden}
@media (prefers-reduced-motion:no-preference){.mark:not(.met)::before{animation:pulse 1.6s ease-out 3}@keyframes pulse{from{opacity:.7;scale:1}to{opacity:0;scale:2.6}}.card,.tip{animation:in .14s}@keyframes in{from{opacity:0}}}
@media (forced-colors:active){.tip{border:1px solid}.mark::after{background:Highlight;border-color:Canvas;forced-color-adjust:none}}
`;
