export const DEBUG_STYLE = `
*{box-sizing:border-box;margin:0}
.debug{position:absolute;inset-block-end:12px;inset-inline-end:12px;width:min(27em,100% - 24px);max-height:min(42em,100% - 24px);display:flex;flex-direction:column;background:var(--bg);border-radius:12px;box-shadow:var(--shadow);pointer-events:auto;font-size:.8125em;line-height:1.5;overflow:hidden}
.head{display:flex;flex-wrap:wrap;gap:.2em .5em;align-items:center;padding:.7em .9em;border-bottom:1px solid var(--line)}
h2{flex:1;font-size:1.08em;font-weight:650}
h3{font-size:1em;font-weight:650}
.head p{flex-basis:100%;color:var(--mute);overflow-wrap:anywhere}
.scroll{overflow:auto;overscroll-behavior:contain;padding:.2em .9em .9em}
.folded .scroll{display:none}
button{font:inherit;min-height:2em;padding:.1em .7em;border:1px solid var(--line);border-radius:7px;color:var(--ink);background:none;cursor:pointer}
button:hover{background:var(--hover)}
input{font:inherit;width:100%;min-height:2.2em;padding:.2em .6em;margin:.5em 0;border:1px solid var(--mute);border-radius:7px;color:var(--ink);background:var(--bg)}
summary{cursor:pointer;padding:.35em 0;overflow-wrap:anywhere}
section>details,section>h3{margin-top:.6em}
.content{border-top:1px solid var(--line)}
.content>div{padding:0 0 .8em 1.1em}
.badge{display:inline-block;min-width:4.6em;padding:0 .5em;margin-inline-end:.5em;border-radius:99px;border:1px solid currentColor;text-align:center;font-weight:600}
.show{color:light-dark(#0b6b38,#6ee7a5)}
.hide{color:light-dark(#a3201d,#ffa5a0)}
.unknown{color:var(--mute)}
ul,ol{list-style:none;padding:0}
li{padding:.2em 0;overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace;font-size:.95em}
.soft{color:var(--mute)}
.line{display:flex;flex-wrap:wrap;gap:.2em .7em;align-items:baseline;justify-content:space-between}
.point{width:100%;text-align:start;border-color:#0000;padding:.1em .3em}
.notice{padding:.9em 0}
a{display:inline-block;min-height:1.9em;color:var(--accent)}
.frame{position:absolute;border:2px solid var(--accent);background:color-mix(in srgb,var(--accent) 18%,#0000);border-radius:4px;pointer-events:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
@media (forced-colors:active){.debug,.frame{border:1px solid}}
`;
