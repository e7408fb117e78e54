import type { BuilderPeopleResponse } from "@fanfare/contract/schema/client/builder";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import { t, tProblem } from "./language/t.ts";
import type { BuilderSession } from "./session.ts";

export type FoundPerson = BuilderPeopleResponse["items"][number];

/** Lets the member search for a person of the app by name or ID, and choose one. */
export function buildPersonSearch(
  document: Document,
  root: UiRoot,
  session: BuilderSession,
  chosen: (person: FoundPerson) => void,
): HTMLFormElement {
  const input = element(document, "input", "");
  input.type = "text";
  input.required = true;
  input.autocomplete = "off";
  input.ariaLabel = t("Beginning of a name or ID");
  const results = element(document, "ul", "lines");
  results.ariaLabel = t("People");
  const state = element(document, "p", "soft");
  const find = button(document, "", t("Find person"), () => {});
  find.type = "submit";
  const form = element(document, "form", "search", input, find, state, results);
  /** Only the last search counts. */
  let turn = 0;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const own = ++turn;
    const answer = await session.people(input.value);
    if (own !== turn) return;
    const items = answer.ok ? answer.body.items : [];
    state.textContent = answer.ok ? (items.length === 0 ? t("No results") : "") : tProblem(answer);
    results.replaceChildren(
      ...items.map((person) => {
        const { external_id, name } = person;
        const text = name === null ? external_id : `${name} (${external_id})`;
        return element(
          document,
          "li",
          "",
          button(document, "point", text, () => chosen(person)),
        );
      }),
    );
    root.announce(state.textContent || t("People found: {n}", { n: items.length }));
  });
  return form;
}
