import { TEXT_STYLE } from "../text/text-style.ts";

export const PANEL_STYLE = `${TEXT_STYLE}
*{box-sizing:border-box;margin:0}
.view{--good:light-dark(#0b6b38,#6ee7a5);--warn:light-dark(#8a4b00,#fbbf24);--bad:light-dark(#a3201d,#ffa5a0)}
.panel{position:absolute;inset-block:12px;inset-inline-end:12px;width:min(352px,100% - 24px);display:flex;flex-direction:column;background:var(--bg);border-radius:14px;box-shadow:var(--shadow);pointer-events:auto;font-size:13px;line-height:1.5;overflow:hidden}
.panel.start{inset-inline:12px auto}
.panel.folded{height:fit-content}
.head{display:flex;flex-direction:column;gap:2px;padding:10px 8px 8px;padding-inline-start:16px;border-bottom:1px solid var(--line);cursor:grab;touch-action:none}
.row{display:flex;align-items:center;gap:6px;flex-wrap:wrap}
.row>:first-child{flex:1;min-width:0}
.head .row{gap:0;flex-wrap:nowrap}
h2{font-size:15px;font-weight:650;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
h3{font-size:13px;font-weight:650}
.soft{color:var(--mute)}
.facts{display:flex;gap:10px;white-space:nowrap}
.facts>*{overflow:hidden;text-overflow:ellipsis}
.state{flex:none;display:inline-flex;align-items:center;gap:6px;color:var(--mute)}
.state::before{content:"";width:7px;height:7px;border-radius:99px;background:var(--good)}
.state.waiting::before,.state.saving::before{background:var(--warn)}
.state.ended::before,.state.failed::before,.state.conflict::before{background:var(--bad)}
.tools{display:flex;gap:4px;padding:6px 12px;border-bottom:1px solid var(--line);background:light-dark(#fafafc,#20212b)}
.tools>*{flex:1 0 auto;flex-direction:column;gap:3px;min-height:48px;padding:5px 4px;border-color:#0000;background:none;font-size:12px;white-space:nowrap}
.scroll{flex:1;overflow:auto;overscroll-behavior:contain;padding:12px 16px 16px;display:flex;flex-direction:column;gap:16px}
.folded :is(.tools,.others,.scroll,.foot){display:none}
.foot{display:flex;align-items:center;gap:4px;padding:10px 12px;padding-inline-start:16px;border-top:1px solid var(--line)}
.foot>:first-child{flex:1;min-height:36px}
button,select,.icon{font:inherit;min-height:32px;padding:4px 11px;border:1px solid var(--line);border-radius:8px;color:var(--ink);background:var(--bg);cursor:pointer;text-align:start}
button,.icon{display:inline-flex;align-items:center;justify-content:center;gap:7px;font-weight:500;text-align:center;text-decoration:none}
:is(button,.icon):hover{background:var(--hover)}
button:disabled{opacity:.45;cursor:default}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
button.primary:hover{background:var(--accent);filter:brightness(1.08)}
button.primary:disabled{background:var(--hover);border-color:var(--line);color:var(--ink);opacity:1}
.icon{flex:none;width:32px;padding:0;border-color:#0000;background:none;color:var(--soft)}
button.add{justify-content:start;border:1px dashed light-dark(#b9bccb,#565a6e);color:var(--soft)}
button[aria-pressed=true]{border-color:var(--accent);background:color-mix(in srgb,var(--accent) 14%,var(--bg))}
label{display:flex;flex-direction:column;gap:4px;font-weight:550}
label.check{flex-direction:row;align-items:center;gap:8px;font-weight:400}
input[type=checkbox]{width:16px;height:16px;accent-color:var(--accent)}
input[type=text],textarea,select{font:inherit;font-weight:400;width:100%;min-height:34px;padding:6px 10px;border:1px solid light-dark(#8b8fa3,#777b90);border-radius:8px;color:var(--ink);background:var(--bg)}
.text{min-height:76px;padding:6px 10px;border:1px solid var(--mute);border-radius:8px}
.text :is(ul,ol){padding-inline-start:1.5em}.text ul{list-style:disc}.text ol{list-style:decimal}.text img{max-width:100%;max-height:9em}
.text blockquote{padding-inline-start:.9em;border-inline-start:2px solid var(--line)}
ol,ul{list-style:none;padding:0}
ol.steps{display:flex;flex-direction:column;gap:2px;margin-inline:-8px}
.steps li{display:flex;align-items:center;border-radius:9px}
.steps li:has([aria-current]){background:var(--hover)}
.steps .step{flex:1;min-width:0;justify-content:start;gap:9px;padding-inline:8px;border-color:#0000;background:none;font-weight:400;text-align:start;overflow:hidden}
.step[aria-current]{font-weight:600}
.step>.chip{margin-inline-start:auto;font-weight:600}
.step>span:last-of-type{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.number{flex:none;display:inline-grid;place-items:center;min-width:22px;height:22px;border-radius:99px;background:var(--line);font-size:12px;font-weight:600}
[aria-current]>.number{background:var(--accent);color:var(--on-accent)}
section,fieldset{display:flex;flex-direction:column;gap:10px;border:0;padding:0;min-width:0}
section section+section,.scroll>section+section{border-top:1px solid var(--line);padding-top:16px}
.buttons,.buttons li{display:flex;flex-direction:column;gap:6px}
.buttons li+li{border-top:1px solid var(--line);padding-top:8px}
.chip{flex:none;padding:1px 8px;border-radius:99px;background:var(--hover);font-size:12px;font-weight:600;white-space:nowrap}
.found,.strong,.pass{color:var(--good)}
.fair{color:var(--warn)}
.lost,.error,.weak,.block{color:var(--bad)}
.found,.lost{font-weight:550;overflow-wrap:anywhere}
.nearby{flex-wrap:nowrap;gap:4px}
.nearby>*{flex:1 1 auto!important;padding-inline:6px;min-height:30px}
summary{cursor:pointer;color:var(--soft);border-radius:4px}
.ways{padding:8px 0 4px}
.ways li+li{margin-top:6px;border-top:1px solid var(--line);padding-top:6px}
.ways .row{align-items:start;flex-wrap:nowrap}
.ways span,.lines li{overflow-wrap:anywhere}
.fields{display:flex;flex-direction:column;gap:10px}
.others{padding:8px 16px;border-bottom:1px solid var(--line)}.other{display:flex;align-items:center;gap:8px}.other+.other{margin-block-start:4px}
textarea{resize:vertical}.original{overflow-wrap:anywhere}.translated{gap:4px}.translated>.row{font-weight:550}.translated .text{min-height:34px}
.languages .row{align-items:end}
.notice{padding:10px 12px;border-radius:9px;background:var(--hover)}
.lines li{padding:1px 0}
.gate{display:flex;flex-wrap:wrap;gap:0 8px;padding:4px 0!important}
.point{width:100%;justify-content:start;text-align:start;border-color:#0000;padding:2px 8px;font-weight:400}
a{color:var(--accent)}
.bar{position:absolute;inset-inline:12px;inset-block-start:12px;margin-inline:auto;width:fit-content;max-width:min(960px,100% - 24px);display:flex;flex-wrap:wrap;align-items:center;gap:6px 8px;padding:8px;padding-inline-start:16px;background:var(--bg);border-radius:14px;box-shadow:var(--shadow);pointer-events:auto;font-size:13px;line-height:1.5}
.bar.low{inset-block:auto 12px}
.bar p{flex:1;min-width:12em}
.bar select{width:auto}
.device{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;padding:12px;background:#0009;overflow:hidden;pointer-events:auto;font-size:13px;line-height:1.5}
.device iframe{flex:none;border:0;border-radius:18px;background:Canvas;color-scheme:normal;box-shadow:var(--shadow);transform-origin:top}
.device .notice{max-width:44em;margin-block-start:20vh;background:var(--bg)}.device .notice button{margin-block-start:8px}
.search{flex-basis:100%;display:flex;flex-wrap:wrap;gap:6px}
.search>.lines{padding:2px;max-height:34vh;overflow:auto;overscroll-behavior:contain}
.search input{flex:1 1 12em;width:auto}.search>:is(p,ul){flex-basis:100%}
.verdict{flex-basis:100%;max-height:22vh;overflow:auto}
:is(.scroll>*,.search>p,.search>ul,.ways p,.translated>.error,.device .notice,.verdict,.others):empty{display:none}
.frame{position:absolute;border:2px solid var(--accent);background:color-mix(in srgb,var(--accent) 16%,#0000);border-radius:4px;pointer-events:none}
.tag{position:absolute;max-width:min(46em,100%);padding:3px 8px;border-radius:6px;background:var(--ink);color:var(--bg);font-size:12px;font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;pointer-events:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.steps :focus-visible,.panel:focus-visible{outline-offset:-2px}
@media (max-width:520px){.panel{inset:auto 0 0;width:100%;max-height:60%;border-radius:14px 14px 0 0}.panel.start{inset:0 0 auto;border-radius:0 0 14px 14px}.panel.short{max-height:50%}.head{display:grid;grid:auto/1fr;gap:0;padding-block:3px}.head .row{display:contents}.head .icon{grid-row:1/3}h2{grid-area:1/1}.facts{grid-area:2/1}.facts~.icon{order:-1}.facts>.soft{display:none}.tools{padding:0 8px}.foot{padding-block:6px}.bar{padding-inline:12px 8px}.bar p{flex-basis:100%}.bar>:not(.icon){flex-grow:1}}
@media (forced-colors:active){.panel,.bar,.frame,.tag,.chip{border:1px solid}.steps li:has([aria-current]){outline:1px solid}}
`;
