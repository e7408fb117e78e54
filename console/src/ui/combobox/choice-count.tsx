import { Combobox as Base } from "@base-ui/react/combobox";
import { tCount } from "../../lib/i18n/t.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";

/** Says how many choices there are for what is typed, once nobody types any more; that there is none says the list itself. */
export function ChoiceCount() {
  const count = useDebouncedValue(Base.useFilteredItems().length);
  return <Base.Status className="sr-only">{count === 0 ? "" : tCount(count, "{n} option", "{n} options")}</Base.Status>;
}
