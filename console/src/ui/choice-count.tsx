import { Combobox as Base } from "@base-ui/react/combobox";
import { tCount } from "../language/t.ts";
import { useSettled } from "./use-settled.ts";

/** Says how many choices there are for what is typed, once nobody types any more; that there is none says the list itself. */
export function ChoiceCount() {
  const count = useSettled(Base.useFilteredItems().length);
  return <Base.Status className="sr-only">{count === 0 ? "" : tCount(count, "{n} choice", "{n} choices")}</Base.Status>;
}
