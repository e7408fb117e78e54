import { useRef, useState } from "react";

/** A value in a list that is edited, with an identity of its own: React keeps the field that somebody types in. */
export interface Row<Value> {
  readonly id: number;
  readonly value: Value;
}

export interface RowsEdit<Value> {
  readonly add: (value: Value) => void;
  readonly set: (id: number, value: Value) => void;
  readonly remove: (id: number) => void;
  /** One place earlier or later. */
  readonly move: (id: number, by: -1 | 1) => void;
  readonly reset: (values: readonly Value[]) => void;
}

/** A list under the hand of its editor: begins as `initial`, and is its own from then on. */
export function useRows<Value>(initial: readonly Value[]): readonly [readonly Row<Value>[], RowsEdit<Value>] {
  const next_id = useRef(0);
  const rowsOf = (values: readonly Value[]): readonly Row<Value>[] =>
    values.map((value) => ({ id: next_id.current++, value }));
  const [rows, setRows] = useState(() => rowsOf(initial));
  return [
    rows,
    {
      add: (value) => setRows((now) => [...now, ...rowsOf([value])]),
      set: (id, value) => setRows((now) => now.map((row) => (row.id === id ? { id, value } : row))),
      remove: (id) => setRows((now) => now.filter((row) => row.id !== id)),
      move: (id, by) =>
        setRows((now) => {
          const from = now.findIndex((row) => row.id === id);
          const moved = now[from];
          if (moved === undefined || now[from + by] === undefined) return now;
          const rest = now.filter((row) => row.id !== id);
          return [...rest.slice(0, from + by), moved, ...rest.slice(from + by)];
        }),
      reset: (values) => setRows(rowsOf(values)),
    },
  ];
}
