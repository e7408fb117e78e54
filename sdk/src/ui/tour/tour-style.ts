import { ARROW_STYLE } from "../card/arrow-style.ts";
import { CARD_STYLE } from "../card/card-style.ts";

export const TOUR_STYLE = `${CARD_STYLE}${ARROW_STYLE}
.dim{position:absolute;inset:0;background:#0d0e15;opacity:.56;pointer-events:auto;forced-color-adjust:none}
.ring{position:absolute;border-radius:9px;box-shadow:0 0 0 2px #fff,0 0 0 4px #0d0e15;pointer-events:none;forced-color-adjust:none}
.ring.shut{pointer-events:auto}
.waiting :is(.dim,.ring,.arrow){display:none}
.foot{justify-content:end}
.foot::before{content:"";position:absolute;inset:-1px auto auto;inset-inline-start:0;width:var(--done);border-top:2px solid var(--accent)}
.acts{display:flex;flex-wrap:wrap;gap:inherit}.acts>*{flex:auto}
.progress{flex:1;min-width:max-content;font-size:.867em;color:var(--mute)}
@media (forced-colors:active){.ring{outline:3px solid Highlight}}
`;
