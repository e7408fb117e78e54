/**
 * Base styles of every layer. The host is isolated from the page's styles. Exceptions are `--fanfare-accent`,
 * `--fanfare-on-accent`, and `--fanfare-font` on the root element, unless the workspace has its own theme.
 */
export const BASE_STYLE = `
:host{all:initial!important;position:fixed!important;inset:0!important;display:block!important;overflow:clip!important;
pointer-events:none!important;z-index:2147483647!important}
.view{--bg:light-dark(#fff,#1c1d26);--ink:light-dark(#14151c,#f5f5f9);--soft:light-dark(#454859,#c6c8d6);
--mute:light-dark(#666a7d,#9fa2b5);--line:light-dark(#dddfe8,#3a3c4a);--hover:light-dark(#f1f1f6,#2a2c38);
--accent:var(--fanfare-accent,light-dark(#5336e2,#b6a6ff));--on-accent:var(--fanfare-on-accent,light-dark(#fff,#191038));
--shadow:0 0 0 1px light-dark(#14151c0f,#ffffff1a),0 2px 6px light-dark(#14151c14,#0006),0 14px 34px -12px light-dark(#14151c47,#000a);
position:absolute;inset:0;font-family:var(--fanfare-font,system-ui,sans-serif);color:var(--ink)}
.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:host::backdrop,[hidden]{display:none!important}
@media print{:host{display:none!important}}
@media (prefers-contrast:more){.view{--soft:var(--ink);--mute:var(--ink);--line:var(--ink);--shadow:0 0 0 2px}}
`;
