export const THEMES = ["light", "dark", "forced colors"] as const;
export const DIRECTIONS = ["ltr", "rtl"] as const;
export const SIZES = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
  { width: 320, height: 256 },
] as const;

export interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly dir: (typeof DIRECTIONS)[number];
  readonly size: (typeof SIZES)[number];
}

/**
 * The looks for the scene at `index`: three of the eighteen, so that six consecutive scenes cover each pair of scene,
 * theme, direction, and size at least once. `whole`: all eighteen.
 */
export function looksOf(index: number, whole: boolean): readonly Look[] {
  return THEMES.flatMap((theme, row) =>
    SIZES.flatMap((size, column) =>
      DIRECTIONS.flatMap((dir, side) => {
        const meets = column === (row + index) % 3 && side === (row + Math.floor(index / 3)) % 2;
        return whole || meets ? [{ theme, dir, size }] : [];
      }),
    ),
  );
}
