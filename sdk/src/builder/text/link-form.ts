import { read } from "../../lib/native.ts";
import { button, element } from "../../ui/dom/element.ts";
import { safeLink } from "../../ui/dom/safe-link.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "./author-page.ts";
import { select, selectionIn } from "./caret.ts";
import type { LinkForm, RunCommand } from "./insert-list.ts";
import { HREF, NEW_LINK } from "./read-blocks.ts";

/** Asks for the address of a link in the text, which changes only then. Without an address, it's plain text again. */
export function createLinkForm(page: AuthorPage, text: HTMLElement, report: () => void, run: RunCommand): LinkForm {
  const { document, window } = page;
  const field = element(document, "input", "");
  field.type = "text";
  field.placeholder = "https://";
  field.ariaLabel = t("URL of the link");
  const done = button(document, "", t("Set link"), () => form.requestSubmit());
  const form = element(document, "form", "", field, done);
  form.hidden = true;
  let edited: HTMLAnchorElement | null = null;
  /** What becomes a link. */
  let range: StaticRange | undefined;
  const close = (): void => {
    form.hidden = true;
    window.CSS.highlights?.delete(CHOSEN);
  };
  const cancel = (): void => {
    close();
    select(page, text, range);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    const href = typed === "" || /^(?:https?:|mailto:|tel:|[/#?])/i.test(typed) ? typed : `https://${typed}`;
    const url = href === "" ? null : safeLink(href, read(document, "baseURI"));
    cancel();
    if (edited === null && url !== null) run("createLink", NEW_LINK);
    // One in each line of the selection.
    for (const link of edited ? [edited] : text.querySelectorAll<HTMLAnchorElement>(`a[href="${NEW_LINK}"]`)) {
      if (url === null) {
        link.replaceWith(...link.childNodes);
        continue;
      }
      // Without selected text, the address is the text.
      if (link.textContent === NEW_LINK) link.textContent = href;
      link.setAttribute(HREF, href);
      link.href = url;
    }
    report();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) close();
  });
  return {
    ...{ box: form, update: () => {}, close },
    open(link) {
      range = selectionIn(page, text);
      const at = range?.startContainer;
      const around = at instanceof window.Element ? at : at?.parentElement;
      edited = link ?? around?.closest("a") ?? null;
      // The field takes the selection.
      if (range) window.CSS.highlights?.set(CHOSEN, new window.Highlight(range));
      field.value = edited?.getAttribute(HREF) ?? "";
      form.hidden = false;
      field.select();
    },
    takesKey({ key, target }) {
      if (key !== "Escape" || target !== field) return false;
      cancel();
      return true;
    },
  };
}

/** The highlight of what becomes a link. */
const CHOSEN = "fanfare-link";
