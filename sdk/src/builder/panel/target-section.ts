import type { Target } from "@fanfare/contract/target/target";
import { buildTargetLine } from "../../debug/build-target-line.ts";
import { targetLine } from "../../debug/content-line.ts";
import { elementUnder, parentElement } from "../../debug/nearby.ts";
import { call, read } from "../../lib/native.ts";
import { button, element } from "../../ui/dom/element.ts";
import { findByReading } from "../../ui/target/reading-strategies.ts";
import { nameOf, pathOf } from "../pick/element-name.ts";
import type { Highlight } from "../pick/highlight.ts";
import type { Picked } from "../pick/pick-mode.ts";

interface TargetSectionDeps {
  readonly document: Document;
  readonly part_id: string;
  /** Undefined if the part has none. */
  readonly target: Target | undefined;
  /** The part's last pick. */
  readonly picked: Picked | undefined;
  readonly point: Highlight;
  readonly pick: () => void;
  /** Picks after a delay. */
  readonly pickSoon: () => void;
  /** Takes an element near the target instead. */
  readonly take: (nearby: Element, found: Element) => void;
  /** The element that was left for its parent; undefined if `found` isn't that. */
  readonly inner: (found: Element) => Element | undefined;
  /** Why a nearby element can't be the target. */
  readonly refused: string | undefined;
}

interface TargetSection {
  readonly element: HTMLElement;
  readonly pick_button: HTMLElement;
}

/** What the part points at, whether it's on this page, and how reliably it's found. */
export function buildTargetSection(deps: TargetSectionDeps): TargetSection {
  const { document, target, pick, pickSoon } = deps;
  const pick_button = button(document, "primary", target === undefined ? "Pick element" : "Pick another element", pick);
  const soon = button(document, "", "Pick in 3 s", pickSoon);
  soon.title = "Time to open a menu or hover an element first";
  const found =
    target === undefined
      ? [element(document, "p", "soft", "This step has no target. Its card is in the middle of the page.")]
      : describeTarget(deps, target);
  const heading = element(document, "h3", "", "Target element");
  const choices = element(document, "div", "row", pick_button, soon);
  return { element: element(document, "section", "", heading, ...found, choices), pick_button };
}

function describeTarget(deps: TargetSectionDeps, target: Target): readonly HTMLElement[] {
  const { document, part_id, picked, point, pick } = deps;
  const line = buildTargetLine(document, part_id, target, findByReading);
  const known = picked !== undefined && picked.target.strategies === target.strategies;
  const reasons = known ? picked.reasons : [];
  const strategies = line.strategies.map((each, index) => ({ ...each, reasons: reasons[index] }));
  const reveal = (found: Element): void => {
    call(found, "scrollIntoView", { block: "center" });
    point(found, pathOf(found));
  };
  const [, lines] = targetLine(document, { ...line, strategies }, { point, reveal, pick });
  const found = line.element;
  const status = found === null ? "Not found on this page" : `Found: ${nameOf(found)}`;
  const shown: HTMLElement[] = [element(document, "p", found === null ? "lost" : "found", status)];
  if (found !== null) {
    const show = button(document, "", "Show on page", () => reveal(found));
    shown.push(show, element(document, "div", "row", ...nearbyButtons(deps, found)));
    if (deps.refused !== undefined) shown.push(element(document, "p", "notice", deps.refused));
  }
  if (lines !== undefined) {
    lines.className = "lines";
    const details = element(document, "details", "", element(document, "summary", "", "Locators and reliability"));
    details.append(lines);
    details.open = known;
    shown.push(details);
  }
  return shown;
}

/** Steps to elements around, inside, and under the target, as the keys do while picking. */
function nearbyButtons({ document, inner, take, point }: TargetSectionDeps, found: Element): readonly HTMLElement[] {
  const nearby: readonly (readonly [label: string, to: Element | null | undefined])[] = [
    ["Parent", parentElement(found)],
    ["Child", inner(found) ?? read(found, "firstElementChild")],
    ["Underneath", elementUnder(found, 1)],
  ];
  return nearby.map(([label, to]) => {
    const made = button(document, "", label, () => {
      if (to) take(to, found);
    });
    made.disabled = !to;
    if (!to) return made;
    made.title = pathOf(to);
    for (const name of ["pointerenter", "focus"]) made.addEventListener(name, () => point(to, pathOf(to)));
    for (const name of ["pointerleave", "blur"]) made.addEventListener(name, () => point(null));
    return made;
  });
}
