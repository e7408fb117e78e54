/** Shared style of menus, lists, and pickers. */
export const POPUP =
  "origin-(--transform-origin) rounded-lg bg-raised p-1 text-ink shadow-float outline-none transition-[opacity,scale] duration-100 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0 max-w-(--available-width)";

export const ITEM =
  "flex cursor-default items-center gap-2 rounded-sm px-2 min-h-8 pointer-coarse:min-h-10 text-sm outline-none select-none data-highlighted:bg-fill-strong data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

/** Item of a list with hundreds of entries. Rendered only while visible, but always available to screen readers. */
export const LONG_ITEM = `${ITEM} [content-visibility:auto] [contain-intrinsic-size:auto_2rem]`;
