import { CARD_STYLE } from "../card/card-style.ts";

/** A panel in the corner, and the button that it folds into. */
export const CHECKLIST_STYLE = `${CARD_STYLE}
.corner{position:absolute;inset-block-end:1em;inset-inline-end:1em;display:flex;flex-direction:column;align-items:end;max-width:calc(100% - 2em);max-height:calc(100% - 2em);pointer-events:none}
.corner:focus{outline:0}
.corner:focus-visible>*,.launcher:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--bg),var(--shadow)}
.card{position:relative;display:flex;flex-direction:column;min-height:0;width:23em;max-width:100%;overflow:hidden}
.flow{padding:1.3em 1.4em 1em}
h2{padding-inline-end:4.2em;font-size:1.13em}
.fold{position:absolute;inset-block-start:.85em;inset-inline-end:3.2em;width:2.2em;min-height:2.2em;padding:0;color:var(--mute)}
.fold::before{content:"";position:absolute;inset:auto 28% 50%;border-top:2px solid;border-radius:1px}
.fold:hover{background:var(--hover);color:var(--ink)}
.progress{display:flex;align-items:center;gap:.8em;margin-top:.8em;font-size:.867em;color:var(--mute);font-variant-numeric:tabular-nums}
.bar{flex:1;height:6px;border-radius:3px;background:var(--line);overflow:hidden;forced-color-adjust:none}
.bar::before{content:"";display:block;height:100%;width:var(--done);border-radius:inherit;background:var(--accent)}
.tasks{list-style:none;padding:0;margin-top:.7em}
.tasks>li{border-top:1px solid var(--line)}.tasks>li:first-child{border-top:0}
.row{display:flex;align-items:flex-start;gap:.7em}
.sign{position:relative;flex:none;font:inherit;width:1.35em;height:1.35em;margin:.78em 0 0;border:2px solid var(--mute);border-radius:50%;appearance:none;background:none}
input.sign{border-radius:5px;cursor:pointer}
.done .sign{border-color:var(--accent);background:var(--accent)}
.done .sign::after{content:"";position:absolute;inset:14% 32% 26%;border:solid var(--on-accent);border-width:0 2px 2px 0;rotate:45deg}
.task{flex:1;min-width:0;display:block;min-height:2.9em;padding:.68em 0;text-align:start;font-weight:550;line-height:1.5;color:var(--ink);border:0;border-radius:6px}
button.task:hover .name{text-decoration:underline;text-underline-offset:.2em}
.done .name{color:var(--mute);text-decoration:line-through}
.more{margin:0;padding:0 0 1em 2.05em}
.more .primary{margin-top:.7em}
.hush{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.launcher{display:flex;flex-wrap:wrap;align-items:center;gap:.7em;max-width:100%;min-height:3em;padding:.5em 1.2em;border-radius:1.6em;font-size:.9375em;background:var(--bg);box-shadow:var(--shadow);pointer-events:auto;text-align:start;overflow-wrap:anywhere}
@media (max-width:15em){h2{padding:2.4em 0 0}}
.launcher:hover{background:var(--hover)}
.launcher .count{flex:none;padding:.1em .7em;border-radius:1em;background:var(--accent);color:var(--on-accent);font-size:.867em;font-variant-numeric:tabular-nums}
@media (prefers-reduced-motion:no-preference){.bar::before{transition:width .3s}.card,.launcher{animation:in .18s ease-out}@keyframes in{from{opacity:0;translate:0 8px}}}
@media (forced-colors:active){.bar{background:Canvas;border:1px solid CanvasText}.bar::before,.done .sign{background:Highlight;border-color:Highlight}.done .sign::after{border-color:HighlightText}.sign{forced-color-adjust:none;border-color:CanvasText}.launcher .count{border:1px solid}}
`;
