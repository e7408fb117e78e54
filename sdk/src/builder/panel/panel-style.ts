export const PANEL_STYLE = `
*{box-sizing:border-box;margin:0}
.panel{position:absolute;inset-block:12px;inset-inline-end:12px;width:min(340px,100% - 24px);display:flex;flex-direction:column;background:var(--bg);border-radius:14px;box-shadow:var(--shadow);pointer-events:auto;font-size:13px;line-height:1.5;overflow:hidden}
.panel.start{inset-inline:12px auto}
.panel.free{inset:auto}
.panel.folded{inset-block-end:auto}
.head{display:flex;flex-direction:column;gap:4px;padding:12px 14px 10px;border-bottom:1px solid var(--line);cursor:grab;touch-action:none}
.row{display:flex;align-items:center;gap:6px;flex-wrap:wrap}
.row>:first-child{flex:1;min-width:0}
h2{font-size:15px;font-weight:650;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
h3{font-size:13px;font-weight:650}
.soft{color:var(--mute)}
.facts{display:flex;flex-wrap:wrap;gap:0 10px}
.state{display:inline-flex;align-items:center;gap:6px;color:var(--mute)}
.state::before{content:"";width:7px;height:7px;border-radius:99px;background:light-dark(#12805c,#4ade9b)}
.state.waiting::before,.state.saving::before{background:light-dark(#b45309,#fbbf24)}
.state.failed::before,.state.conflict::before{background:light-dark(#c2281f,#ff8f88)}
.scroll{flex:1;overflow:auto;overscroll-behavior:contain;padding:12px 14px;display:flex;flex-direction:column;gap:14px}
.folded :is(.scroll,.foot){display:none}
.foot{display:flex;flex-wrap:wrap;gap:8px;padding:10px 14px;border-top:1px solid var(--line)}
.foot>*{flex:1 0 40%}.foot>:first-child{flex:1 0 100%}
button,select,.link{font:inherit;min-height:32px;padding:4px 11px;border:1px solid var(--line);border-radius:8px;color:var(--ink);background:var(--bg);cursor:pointer;text-align:center;text-decoration:none}
:is(button,.link):hover{background:var(--hover)}
button:disabled{opacity:.45;cursor:default}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
button.primary:hover{background:var(--accent);filter:brightness(1.08)}
button.icon{min-width:32px;padding:4px 6px;border-color:#0000;background:none}
.scroll>:empty{display:none}
button[aria-pressed=true]{border-color:var(--accent);background:color-mix(in srgb,var(--accent) 14%,var(--bg))}
label{display:flex;flex-direction:column;gap:4px;font-weight:550}
label.check{flex-direction:row;align-items:center;gap:8px;font-weight:400}
input[type=text],textarea,select{font:inherit;font-weight:400;width:100%;min-height:34px;padding:6px 10px;border:1px solid var(--mute);border-radius:8px;color:var(--ink);background:var(--bg)}
textarea{resize:vertical;min-height:76px}
ol,ul{list-style:none;padding:0}
ol.steps{display:flex;flex-direction:column;gap:2px}
.steps li{display:flex;align-items:center;gap:2px;border-radius:9px}
.steps li:has([aria-current]){background:var(--hover)}
.steps .step{flex:1;min-width:0;display:flex;align-items:center;gap:9px;border-color:#0000;background:none;text-align:start;overflow:hidden}
.step>span:last-of-type{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.number{flex:none;display:inline-grid;place-items:center;min-width:22px;height:22px;border-radius:99px;background:var(--line);font-size:12px;font-weight:600}
[aria-current]>.number{background:var(--accent);color:var(--on-accent)}
section,fieldset{display:flex;flex-direction:column;gap:10px;border:0;padding:0;min-width:0}
section+section{border-top:1px solid var(--line);padding-top:14px}
.buttons,.buttons li{display:flex;flex-direction:column;gap:6px}
.buttons li+li{border-top:1px solid var(--line);padding-top:8px}
.found{color:light-dark(#0b6b38,#6ee7a5)}
.lost,.error{color:light-dark(#a3201d,#ffa5a0)}
.fields{display:flex;flex-direction:column;gap:10px}
.notice{padding:9px 11px;border-radius:9px;background:var(--hover)}
.lines li{padding:3px 0;overflow-wrap:anywhere}
.point{width:100%;text-align:start;border-color:#0000;padding:2px 4px}
code{font-family:ui-monospace,monospace;font-size:12px}
a{color:var(--accent)}
.bar{position:absolute;inset-inline:12px;inset-block-start:12px;margin-inline:auto;width:fit-content;max-width:calc(100% - 24px);display:flex;flex-wrap:wrap;align-items:center;gap:6px 10px;padding:8px 10px 8px 14px;background:var(--bg);border-radius:12px;box-shadow:var(--shadow);pointer-events:auto;font-size:13px}
.bar.low{inset-block:auto 12px}
.bar p{flex:1;min-width:12em}
.bar select{width:auto}
.search{flex-basis:100%;display:flex;flex-wrap:wrap;gap:6px}.search[hidden]{display:none}
.search>.lines{padding:2px;max-height:34vh;overflow:auto;overscroll-behavior:contain}
.search input{flex:1 1 12em;width:auto}.search>:is(p,ul){flex-basis:100%}.search>:is(p,ul):empty{display:none}
.verdict{flex-basis:100%;max-height:40vh;overflow:auto}
.verdict:empty{display:none}
.frame{position:absolute;border:2px solid var(--accent);background:color-mix(in srgb,var(--accent) 16%,#0000);border-radius:4px;pointer-events:none}
.tag{position:absolute;max-width:min(46em,100%);padding:3px 8px;border-radius:6px;background:var(--ink);color:var(--bg);font-size:12px;font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;pointer-events:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
@media (max-width:520px){.panel,.panel.start{inset:auto 0 0;width:100%;max-height:56%;border-radius:14px 14px 0 0}}
@media (forced-colors:active){.panel,.bar,.frame,.tag{border:1px solid}.steps li:has([aria-current]){outline:1px solid}}
`;
