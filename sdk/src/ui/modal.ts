/** The name of our own hosts: what is inside them is never a target. */
export const HOST_NAME = "fanfare-ui";

/** What makes all around it inert: we must be inside of it to be usable. `aria-modal`: the script of such a dialog keeps the focus in. */
export const MODALS = "dialog:modal,:fullscreen,[aria-modal=true]";

/** The modal dialog or fullscreen element that makes the rest of the page inert, or null. */
export function topmostModal(document: Document): Element | null {
  const open = [...document.querySelectorAll("dialog:modal,:fullscreen")];
  // The order of the top layer cannot be read: focus tells it, else the last one in the document.
  return open.findLast((modal) => modal.contains(document.activeElement)) ?? open.at(-1) ?? null;
}
