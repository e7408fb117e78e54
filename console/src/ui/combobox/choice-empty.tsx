import { t } from "../../lib/i18n/t.ts";

export interface EmptyChoiceProps {
  /** Set while the server searches. */
  readonly searching?: boolean | undefined;
  /** Shown if there is nothing to choose from yet. */
  readonly none?: string | undefined;
}

/** Explains an empty list: nothing matches the input, or nothing exists yet. */
export function EmptyChoice({ query, searching = false, none }: EmptyChoiceProps & { readonly query: string }) {
  if (searching) return t("Searching…");
  return query.trim() === "" && none !== undefined ? none : t("No results");
}
