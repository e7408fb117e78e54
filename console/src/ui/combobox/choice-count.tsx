import { Combobox as Base } from "@base-ui/react/combobox";
import { tCount } from "../../lib/i18n/t.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";

/**
 * Announces the number of matches when typing pauses. The list itself announces that there are none.
 *
 * @param matches Of a list in groups. Defaults to the items of the list.
 */
export function ChoiceCount({ matches }: { readonly matches?: number }) {
  const items = Base.useFilteredItems();
  const count = useDebouncedValue(matches ?? items.length);
  return <Base.Status className="sr-only">{count === 0 ? "" : tCount(count, "{n} option", "{n} options")}</Base.Status>;
}
