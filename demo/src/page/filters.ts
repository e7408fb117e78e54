import { byId, element } from "./dom.ts";
import { STATUS_NAMES } from "./format.ts";
import type { Filter, State } from "./state.ts";

const FILTERS: readonly (readonly [filter: Filter, name: string])[] = [
  ["all", "All"],
  ["new", STATUS_NAMES.new],
  ["packing", STATUS_NAMES.packing],
  ["shipped", STATUS_NAMES.shipped],
];

export function createFilters(onChange: (change: Partial<Pick<State, "filter" | "query">>) => void): {
  render(state: State): void;
} {
  const group = byId("filters", HTMLElement);
  const search = byId("search", HTMLInputElement);
  const buttons = FILTERS.map(([filter, name]) => {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => onChange({ filter }));
    return { filter, button };
  });
  group.append(...buttons.map(({ button }) => button));
  search.addEventListener("input", () => onChange({ query: search.value.trim() }));
  return {
    render(state) {
      for (const { filter, button } of buttons) button.setAttribute("aria-pressed", String(filter === state.filter));
    },
  };
}
