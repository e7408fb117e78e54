/** Styles of texts that are written, in cards and in the panel. Without texts, because it loads before the language. */
export const TEXT_STYLE = `
[role=textbox]{cursor:text}
[role=textbox]>p:only-child:has(>br:only-child)::before{content:var(--hint);float:inline-start;color:var(--mute)}
.marks{display:flex;flex-wrap:wrap;gap:2px}
.marks>button{flex:0 0 30px;min-height:28px;padding:2px}svg{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
`;
