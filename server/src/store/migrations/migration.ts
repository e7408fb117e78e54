import { type Compilable, type Kysely, type RawBuilder, sql } from "kysely";

/** How each dialect writes the four kinds of column that Fanfare has. */
export interface ColumnTypes {
  /** UTF-8, compared byte by byte in both dialects, so that keyset pages are the same. */
  readonly text: RawBuilder<unknown>;
  /** Whole numbers and UTC milliseconds: 64 bits. */
  readonly integer: RawBuilder<unknown>;
  /** 0 or 1. */
  readonly bit: RawBuilder<unknown>;
  /** What follows the closing bracket of `create table`. */
  readonly table_end: RawBuilder<unknown>;
}

/** One step of the schema. Its statements and the note that it ran are one transaction. Never edit one that was released. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  // The tables of a step are those of its time, not those of `Schema`.
  statements(db: Kysely<unknown>, types: ColumnTypes): readonly Compilable[];
}

/** `strict` makes SQLite refuse text in a column of numbers, as PostgreSQL does. */
export const COLUMN_TYPES = {
  sqlite: { text: sql`text`, integer: sql`integer`, bit: sql`integer`, table_end: sql`strict` },
  postgres: { text: sql`text collate "C"`, integer: sql`bigint`, bit: sql`smallint`, table_end: sql`` },
} as const satisfies Record<"sqlite" | "postgres", ColumnTypes>;
