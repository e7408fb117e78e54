/** The name of our own hosts: what is inside them is never a target. */
export const HOST_NAME = "fanfare-ui";

/** The modal dialog that makes the rest of the page inert, or null. */
export function topmostModal(document: Document): Element | null {
  const open = [...document.querySelectorAll("dialog:modal")];
  // The order of the top layer cannot be read: focus tells it, else the last one in the document.
  return open.findLast((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null;
}
