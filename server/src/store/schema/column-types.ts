export type Bit = 0 | 1;
/** JSON as text in both dialects, read and written through `columns.ts`. */
export type JsonText = string;
/** UTC milliseconds. */
export type Millis = number;
