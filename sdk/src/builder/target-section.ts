import type { Target } from "@fanfare/contract/target/target";
import { buildTargetLine } from "../debug/build-target-line.ts";
import { targetLine } from "../debug/content-line.ts";
import { scoreReasons } from "../debug/pick.ts";
import { call } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import { findByReading } from "../ui/target/reading-strategies.ts";
import { nameOf, type Picked, type PickMode } from "./pick-mode.ts";

interface TargetSectionDeps {
  readonly document: Document;
  readonly part_id: string;
  /** Undefined if the part has none. */
  readonly target: Target | undefined;
  /** The part's last pick. */
  readonly picked: Picked | undefined;
  readonly point: PickMode["point"];
  readonly pick: () => void;
  /** Picks after a delay. */
  readonly pickSoon: () => void;
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

function describeTarget(
  { document, part_id, picked, point, pick }: TargetSectionDeps,
  target: Target,
): readonly HTMLElement[] {
  const line = buildTargetLine(document, part_id, target, findByReading);
  const known = picked !== undefined && picked.target.strategies === target.strategies;
  const reasons = known ? scoreReasons(picked.target) : [];
  const strategies = line.strategies.map((each, index) => ({ ...each, reasons: reasons[index] }));
  const reveal = (found: Element): void => {
    call(found, "scrollIntoView", { block: "center" });
    point(found, nameOf(found));
  };
  const [, lines] = targetLine(document, { ...line, strategies }, { point, reveal, pick });
  const found = line.element;
  const status = found === null ? "Not found on this page" : `Found: ${nameOf(found)}`;
  const shown: HTMLElement[] = [element(document, "p", found === null ? "lost" : "found", status)];
  if (found !== null) shown.push(button(document, "", "Show on page", () => reveal(found)));
  if (lines !== undefined) {
    lines.className = "lines";
    const details = element(document, "details", "", element(document, "summary", "", "Locators and reliability"));
    details.append(lines);
    details.open = known;
    shown.push(details);
  }
  return shown;
}
