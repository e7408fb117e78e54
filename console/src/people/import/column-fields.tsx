import { Select } from "../../ui/select.tsx";
import { COLUMN_USES, type Column, type ColumnUse } from "./mapping.ts";

const WORDS: Readonly<Record<ColumnUse, string>> = {
  id: "The person's id",
  text: "Text, or a date",
  number: "Number",
  boolean: "Yes or no",
  list: "List",
  none: "Leave out",
};

interface ColumnFieldsProps {
  readonly columns: readonly Column[];
  /** The first line, to recognize the columns by. */
  readonly sample: readonly string[];
  readonly onChange: (columns: readonly Column[]) => void;
}

/** What becomes of each column. One of them names the person. */
export function ColumnFields({ columns, sample, onChange }: ColumnFieldsProps) {
  const set = (at: number, use: ColumnUse): void => {
    onChange(
      columns.map((column, index) => {
        if (index === at) return { ...column, use };
        return use === "id" && column.use === "id" ? { ...column, use: "none" } : column;
      }),
    );
  };
  return (
    <ul aria-label="Columns" className="flex max-h-96 flex-col overflow-y-auto">
      {columns.map(({ name, attribute, use }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file, and two may have one name
          key={index}
          className="grid items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_12rem]"
        >
          <span className="flex min-w-0 flex-col">
            <span className="text-sm font-medium wrap-anywhere">{name === "" ? `Column ${index + 1}` : name}</span>
            <span className="truncate text-xs text-ink-3">
              {use !== "id" && use !== "none" && attribute !== name && <>becomes {attribute} · </>}
              {attribute === "" && use === "none" ? "This name can be no attribute." : (sample[index] ?? "")}
            </span>
          </span>
          <Select
            label={`What ${name === "" ? `column ${index + 1}` : name} is`}
            value={use}
            options={COLUMN_USES.filter((each) => attribute !== "" || each === "none" || each === "id").map(
              (value) => ({ value, label: WORDS[value] }),
            )}
            onChange={(next) => set(index, next)}
            className="h-8 w-full text-sm"
          />
        </li>
      ))}
    </ul>
  );
}
