import {
  COLUMN_USES,
  type ColumnUse,
  type ImportColumn,
  isSingleAttribute,
} from "@fanfare/contract/people/import-columns";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { Select } from "../../../ui/forms/select.tsx";

const FIELD_LABELS: Readonly<Record<ColumnUse, string>> = {
  id: t("Person ID"),
  text: t("Text or date"),
  number: t("Number##type"),
  boolean: t("Yes or no"),
  list: t("List"),
  attributes: t("Attributes (JSON)"),
  none: t("Skip column"),
};

interface ColumnFieldsProps {
  readonly columns: readonly ImportColumn[];
  /** First row, to help recognize the columns. */
  readonly sample: readonly string[];
  readonly onChange: (columns: readonly ImportColumn[]) => void;
}

/** Maps each column to its use. One column must identify the person. */
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
    <ul aria-label={t("Columns")} className="flex max-h-96 flex-col overflow-y-auto">
      {columns.map(({ name, attribute, use }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: column names can repeat
          key={index}
          className="grid items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_12rem]"
        >
          <span className="flex min-w-0 flex-col">
            <span className="text-sm font-medium wrap-anywhere">
              {name === "" ? t("Column {n}", { n: index + 1 }) : <bdi>{name}</bdi>}
            </span>
            <span className="truncate text-xs text-ink-3">
              {isSingleAttribute(use) && attribute !== name && (
                <Sentence text="Imported as {attribute} · " parts={{ attribute: <bdi>{attribute}</bdi> }} />
              )}
              {attribute === "" && use === "none" ? (
                t("This name can’t be used for an attribute.")
              ) : (
                <bdi>{sample[index] ?? ""}</bdi>
              )}
            </span>
          </span>
          <Select
            label={t("Import {column} as", { column: name === "" ? t("column {n}", { n: index + 1 }) : name })}
            value={use}
            options={COLUMN_USES.filter((each) => attribute !== "" || each === "none" || each === "id").map(
              (value) => ({ value, label: FIELD_LABELS[value] }),
            )}
            onChange={(next) => set(index, next)}
            className="h-8 w-full text-sm"
          />
        </li>
      ))}
    </ul>
  );
}
