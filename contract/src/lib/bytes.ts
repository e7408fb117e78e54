/** Decimal units (powers of 1,000), as used for disks, networks, and most operating systems. */
const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
export type ByteUnit = (typeof BYTE_UNITS)[number];

const SYMBOLS: Readonly<Record<ByteUnit, string>> = {
  ...{ byte: "bytes", kilobyte: "kB", megabyte: "MB", gigabyte: "GB", terabyte: "TB" },
};

/**
 * Scales bytes to the largest fitting decimal unit. Rounded down to one decimal, so that free or allowed space is never
 * overstated.
 *
 * @example
 * scaledBytes(76_204_000_000); // { value: 76.2, unit: "gigabyte" }
 */
export function scaledBytes(bytes: number): { readonly value: number; readonly unit: ByteUnit } {
  let [value, step] = [bytes, 0];
  while (value >= 1_000 && step < BYTE_UNITS.length - 1) [value, step] = [value / 1_000, step + 1];
  return { value: Math.floor(value * 10) / 10, unit: BYTE_UNITS[step] ?? "byte" };
}

const BINARY_UNITS = ["byte", "KiB", "MiB", "GiB"] as const;
export type BinaryUnit = (typeof BINARY_UNITS)[number];

/**
 * Scales a limit to the largest binary unit (powers of 1,024) in which it's a whole number. {@link scaledBytes} would
 * round it to an odd value.
 *
 * @example
 * scaledByteLimit(200 * 1024 * 1024); // { value: 200, unit: "MiB" }
 */
export function scaledByteLimit(bytes: number): { readonly value: number; readonly unit: BinaryUnit } {
  let [value, step] = [bytes, 0];
  while (value > 0 && value % 1024 === 0 && step < BINARY_UNITS.length - 1) [value, step] = [value / 1024, step + 1];
  return { value, unit: BINARY_UNITS[step] ?? "byte" };
}

/** In English: `76.2 GB`. */
export function formatBytes(bytes: number): string {
  const { value, unit } = scaledBytes(bytes);
  return `${value} ${SYMBOLS[unit]}`;
}

/** In English: `200 MiB`. */
export function formatByteLimit(bytes: number): string {
  const { value, unit } = scaledByteLimit(bytes);
  return `${value} ${unit === "byte" ? SYMBOLS[unit] : unit}`;
}
