/** The link above the name of what a page is about, back to the list of all. */
export const BACK_LINK = "w-fit rounded-xs text-xs font-medium text-ink-3 hover:text-ink";
