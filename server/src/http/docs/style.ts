/** Stylesheet of `/docs`: a reading column next to a table of contents, in light and dark. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe2, #33363f); --soft: light-dark(#5b6172, #a2a8b8);
  --paper: light-dark(#ffffff, #14161b); --ink: light-dark(#1b1e27, #e8eaf0); --accent: light-dark(#4338ca, #a5b4fc); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 14rem minmax(0, 1fr); background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 2rem 1.5rem; border-inline-end: 1px solid var(--line); }
nav ul { list-style: none; margin: 1rem 0; padding: 0; }
nav a { display: block; padding: .25rem 0; color: inherit; text-decoration: none; }
nav a:hover, nav a:focus-visible { color: var(--accent); text-decoration: underline; }
.index { font: .8rem/1.4 ui-monospace, monospace; }
main { padding: 2rem clamp(1rem, 4vw, 4rem) 6rem; max-width: 64rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.5rem; margin: 3rem 0 1rem; padding-block-end: .5rem; border-block-end: 1px solid var(--line); }
h1, h2, h3, td, li { overflow-wrap: anywhere; }
h3, article h2 { font-size: 1.1rem; margin: 0; padding: 0; border: 0; }
:target { color: var(--accent); }
h2, h3 { scroll-margin-block-start: 1rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
article { margin: 0 0 2rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
article > :last-child { margin-block-end: 0; }
.call { margin: .5rem 0; }
.method { display: inline-block; min-width: 4.5rem; font: 600 .8rem ui-monospace, monospace; }
.get { color: light-dark(#15683a, #7ee2a8); } .post { color: light-dark(#1d4ed8, #93b4ff); }
.put, .patch { color: light-dark(#8a4b00, #ffc478); } .delete { color: light-dark(#b42318, #ff9d92); }
.answer { margin: 1rem 0 .5rem; } summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
.codes { columns: 14rem; margin: .5rem 0 0; padding-inline-start: 1rem; font-size: .9rem; } .codes a { overflow-wrap: anywhere; }
.access, .note, caption { color: var(--soft); font-size: .9rem; margin: 0; }
table { width: 100%; margin-block-start: 1rem; border-collapse: collapse; font-size: .9rem; }
caption { text-align: start; padding-block-end: .25rem; }
th, td { text-align: start; vertical-align: top; padding: .35rem .75rem .35rem 0; border-block-start: 1px solid var(--line); }
th { font-weight: 400; }
th code { overflow-wrap: break-word; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border: 0; padding: 1.5rem clamp(1rem, 4vw, 4rem) 0; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; } nav .index { display: none; } table, tbody, tr, th, td { display: block; } td, th { border: 0; padding: 0; }
  tr { border-block-start: 1px solid var(--line); padding: .5rem 0; } }
@media print { body { display: block; } nav { display: none; } article { break-inside: avoid; } }
`;
