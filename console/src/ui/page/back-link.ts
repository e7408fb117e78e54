export const BACK_LINK = "w-fit rounded-xs text-xs font-medium text-ink-3 hover:text-ink";
