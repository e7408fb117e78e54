import { actAt } from "@fanfare/contract/events/tracker-act";
import { limits } from "@fanfare/contract/limits";
import { pagePattern } from "@fanfare/contract/targeting/page-pattern";
import { read } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import { targetIn } from "./edits.ts";
import { eventName } from "./event-name.ts";
import { t, tProblem } from "./language/t.ts";
import { nameOf, plainNameOf } from "./pick/element-name.ts";
import type { Picked } from "./pick/pick-mode.ts";
import type { BuilderSession } from "./session.ts";
import { buildKindField, chosenKind, kindFor } from "./tracker/kind-field.ts";

interface TrackDeps {
  readonly document: Document;
  readonly session: Pick<BuilderSession, "track">;
  readonly picked: Picked;
  readonly announce: (text: string) => void;
  /** Shows lines above the steps; none removes them. */
  readonly show: (...lines: readonly HTMLElement[]) => void;
}

/** Asks for the event that the picked element stands for, and saves it as the draft of a tracker. */
export function openTrackBox({ document, session, picked, announce, show }: TrackDeps): void {
  const kind = buildKindField(document, kindFor(picked.element));
  const propose = (): string => eventName(plainNameOf(picked.element), chosenKind(kind));
  const name = element(document, "input", "");
  name.type = "text";
  name.required = true;
  name.autocomplete = "off";
  name.dir = "ltr";
  name.maxLength = limits.event_name_chars_max;
  let proposed = propose();
  name.value = proposed;
  kind.addEventListener("change", () => {
    if (name.value !== proposed) return;
    proposed = propose();
    name.value = proposed;
  });
  const pattern = pagePattern(read(document, "URL"));
  const here = element(document, "input", "");
  here.type = "checkbox";
  const problem = element(document, "p", "error");
  const save = button(document, "primary", t("Save draft"), () => {});
  save.type = "submit";
  const form = element(
    document,
    "form",
    "notice fields",
    element(document, "h3", "", t("Track an event")),
    element(document, "p", "", nameOf(picked.element)),
    element(document, "label", "", t("When"), kind),
    element(document, "label", "", t("Event name"), name),
    element(document, "label", "check", here, t("Only on {page}", { page: pattern })),
    element(
      document,
      "p",
      "soft",
      t("Counts once it's published. What people type is never read, and password and payment fields don't count."),
    ),
    problem,
    element(
      document,
      "div",
      "row",
      element(document, "span", ""),
      button(document, "", t("Cancel"), () => show()),
      save,
    ),
  );
  form.ariaLabel = t("Track an event");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    save.disabled = true;
    const urls = { include: here.checked ? [pattern] : [], exclude: [] };
    const answer = await session.track({ name: name.value, on: actAt(chosenKind(kind), targetIn(picked), 1), urls });
    save.disabled = false;
    if (answer.ok) {
      show(savedNotice(document, answer.body.name, answer.body.edit_url));
      announce(t("Draft of the tracker {name} saved.", { name: answer.body.name }));
      return;
    }
    problem.textContent = tProblem(answer);
    announce(tProblem(answer));
    name.focus();
  });
  show(form);
  name.focus();
  name.select();
}

function savedNotice(document: Document, name: string, url: string): HTMLElement {
  const link = element(document, "a", "", t("Publish it in the console"));
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener";
  const text = element(document, "p", "", `${t("Draft of the tracker {name} saved.", { name })} `, link);
  const box = element(document, "div", "notice", text);
  box.role = "status";
  return box;
}
