/** What floats above the page: menus, lists, pickers. One look for all. */
export const POPUP =
  "origin-(--transform-origin) rounded-lg bg-raised p-1 text-ink shadow-float outline-none transition-[opacity,scale] duration-100 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0 max-w-(--available-width)";

export const ITEM =
  "flex cursor-default items-center gap-2 rounded-sm px-2 min-h-8 pointer-coarse:min-h-10 text-sm outline-none select-none data-highlighted:bg-fill-strong data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

/** An item of a list that may have hundreds: laid out and painted only where it is seen, and there for whoever hears it. */
export const LONG_ITEM = `${ITEM} [content-visibility:auto] [contain-intrinsic-size:auto_2rem]`;
