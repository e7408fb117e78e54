import type { CsvValue } from "@fanfare/contract/lib/csv";

/** A share of a whole, from 0 to 1. Null without a whole. */
export interface Share {
  readonly share: number | null;
}

/** Numbers are formatted in the reader's language, and stay numbers in files. */
export type Cell = string | number | Share;

export interface FigureTable {
  readonly caption: string;
  /** The first one names the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Drawing =
  /** A column per point. `part` is the darker part of its value. */
  | {
      readonly kind: "columns";
      readonly names: { readonly value: string; readonly part?: string };
      readonly points: readonly { readonly label: string; readonly value: number; readonly part: number }[];
    }
  /** A bar per row, of the largest value. */
  | { readonly kind: "bars"; readonly rows: readonly { readonly label: string; readonly value: number }[] }
  /** Shares over weeks. Null where nothing is known yet. */
  | {
      readonly kind: "lines";
      readonly labels: readonly string[];
      readonly lines: readonly { readonly name: string; readonly shares: readonly (number | null)[] }[];
    };

/** A chart of a dashboard with its numbers, in the words of one language. It contains no data about single people. */
export interface Figure {
  readonly title: string;
  readonly sentences: readonly string[];
  /** Undefined without numbers, and where the table says it all. */
  readonly drawing?: Drawing;
  /** Empty if the chart has no report any more. */
  readonly tables: readonly FigureTable[];
}

export function isShare(cell: Cell): cell is Share {
  return typeof cell === "object";
}

/** The cell for people. */
export function cellText(cell: Cell, locale: string): string {
  if (typeof cell === "string") return cell;
  if (!isShare(cell)) return new Intl.NumberFormat(locale).format(cell);
  if (cell.share === null) return "–";
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(cell.share);
}

/** The cell for spreadsheets. */
export function cellValue(cell: Cell): CsvValue {
  return isShare(cell) ? cell.share : cell;
}
