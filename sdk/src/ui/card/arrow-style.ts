export const ARROW_STYLE = `
.arrow{position:absolute;width:14px;height:14px;margin:-7px;background:inherit;border-radius:3px 0;rotate:45deg}
.pane{display:flex;flex-direction:column;max-height:var(--room);overflow:auto;border-radius:inherit}
[aria-disabled=true]{opacity:.55;cursor:default}
@media (forced-colors:active){.pane{max-height:calc(var(--room) - 2px)}.arrow{display:none}}
`;
