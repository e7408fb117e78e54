import { PLACEHOLDER, type Placeholder } from "./preview-edition.ts";

const STYLE = `
:root { --ink: light-dark(#14151c14, #ffffff1a); --soft: light-dark(#14151c0b, #ffffff0f); background: light-dark(#fff, #17181f);
  font: 500 14px/1.4 system-ui, sans-serif; color: light-dark(#3a3d4b, #d5d7e2); }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; }
header { display: flex; align-items: center; gap: 12px; height: 52px; padding: 0 20px; border-bottom: 1px solid var(--ink); }
i { display: block; height: 10px; border-radius: 5px; background: var(--soft); }
i.strong { background: var(--ink); }
header i:last-child { margin-inline-start: auto; width: 28px; height: 28px; border-radius: 50%; }
main { flex: 1; display: grid; grid-template-columns: 120px 1fr; }
nav { display: flex; flex-direction: column; gap: 16px; padding: 24px 20px; border-inline-end: 1px solid var(--ink); }
article { display: flex; flex-direction: column; gap: 18px; padding: 24px 28px; }
.row { display: flex; gap: 14px; }
.tile { flex: 1; height: 64px; border-radius: 10px; border: 1px solid var(--ink); background: none; }
.target { position: absolute; inset-block-start: 84px; inset-inline-start: 50%; translate: -50%; max-width: 11em; padding: 9px 18px; border-radius: 9px;
  border: 1px solid light-dark(#14151c2e, #ffffff38); background: light-dark(#fff, #22242e); box-shadow: 0 1px 2px #0000001f; overflow: hidden;
  text-overflow: ellipsis; white-space: nowrap; }
.target[data-place=top] { inset-block: auto 36px; }
.target:is([data-place=start], [data-place=end]) { inset-block-start: 50%; }
.target[data-place=start] { inset-inline: auto 28px; translate: 0; }
.target[data-place=end] { inset-inline-start: 28px; translate: 0; }
/* Found by the player, but not drawn. */
.target:not([data-shown]) { clip-path: inset(50%); pointer-events: none; }
.more { display: none; flex-direction: column; gap: 18px; }
@media (min-width: 600px) and (min-height: 560px) { .more { display: flex; } }
@media (max-width: 480px) { main { grid-template-columns: 1fr; } nav { display: none; } }
`;

interface PreviewPage {
  /** Draws the placeholder of this part, and hides the others. */
  show(part_id: string | undefined): void;
}

/**
 * Draws a sample application with these targets into an empty frame. Unless playable, nothing in it takes focus while the
 * author types.
 */
export function drawPreviewPage(
  document: Document,
  playable: boolean,
  placeholders: readonly Placeholder[] = [],
): PreviewPage {
  const window = document.defaultView as (Window & typeof globalThis) | null;
  if (window === null) return { show: () => undefined };
  if (!playable) preventFocus(window);
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [sheet];

  const make = (tag: string, className: string, ...children: readonly Node[]): HTMLElement => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };
  const bar = (width: string, className = ""): HTMLElement => {
    const element = make("i", className);
    element.style.width = width;
    return element;
  };
  const targets = placeholders.map(({ part_id, label, placement }) => {
    const target = make("div", "target", document.createTextNode(label));
    target.setAttribute(PLACEHOLDER, part_id);
    // Makes room for a card on that side.
    target.dataset["place"] = placement;
    return target;
  });
  document.body.replaceChildren(
    make("header", "", bar("28px", "strong"), bar("90px"), bar("28px", "strong")),
    make(
      "main",
      "",
      make("nav", "", bar("70%", "strong"), bar("90%"), bar("60%"), bar("80%"), bar("50%")),
      make(
        "article",
        "",
        bar("38%", "strong"),
        make("div", "row", make("i", "tile"), make("i", "tile"), make("i", "tile")),
        bar("96%"),
        bar("84%"),
        bar("90%"),
        bar("62%"),
        bar("88%"),
        bar("40%"),
        // On large pages.
        make(
          "div",
          "more",
          make("div", "row", make("i", "tile"), make("i", "tile")),
          bar("92%"),
          bar("78%"),
          bar("54%"),
        ),
      ),
    ),
    ...targets,
  );
  return {
    show(part_id) {
      for (const target of targets) {
        const shown = target.getAttribute(PLACEHOLDER) === part_id;
        target.toggleAttribute("data-shown", shown);
        target.ariaHidden = shown ? null : "true";
      }
    },
  };
}

/** `inert` on the frame alone blocks neither `focus()` calls nor the focus that a modal dialog takes when it opens. */
function preventFocus(window: Window & typeof globalThis): void {
  window.HTMLElement.prototype.focus = () => undefined;
  const { showModal } = window.HTMLDialogElement.prototype;
  window.HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    const { inert } = this;
    this.inert = true;
    showModal.call(this);
    this.inert = inert;
  };
}
