import type { Target } from "@fanfare/contract/target/target";
import type { TriedTarget } from "@fanfare/contract/target/target-trial";
import { buildTargetLine } from "../../debug/build-target-line.ts";
import { elementUnder, parentElement } from "../../debug/nearby.ts";
import { call, read } from "../../lib/native.ts";
import { button, element } from "../../ui/dom/element.ts";
import { findByReading } from "../../ui/target/reading-strategies.ts";
import { t } from "../language/t.ts";
import { nameOf, pathOf } from "../pick/element-name.ts";
import type { Highlight } from "../pick/highlight.ts";
import type { Picked } from "../pick/pick-mode.ts";
import { setIcon } from "./icon.ts";
import { describeWay, drawbacksOf, RELIABILITY_LABELS, type Reliability, reliabilityOf } from "./reliability.ts";

interface TargetSectionDeps {
  readonly document: Document;
  /** Undefined if the part has none. */
  readonly target: Target | undefined;
  /** What is missing without one. */
  readonly none?: string;
  /** Where the target is on this page. */
  readonly found: Element | null;
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
  const { document, target, pick, pickSoon, none } = deps;
  const label = target === undefined ? t("Pick element") : t("Pick another");
  const pick_button = setIcon(button(document, "", label, pick), "target");
  const soon = button(document, "", t("In 3 seconds"), pickSoon);
  soon.title = t("Leaves time to open a menu or hover an element first");
  const found =
    target === undefined
      ? [
          element(
            document,
            "p",
            none ? "fair" : "soft",
            none ?? t("No element. The card is in the middle of the page."),
          ),
        ]
      : describeTarget(deps, target);
  const heading = element(document, "h3", "", t("Element on the page"));
  const choices = element(document, "div", "row", pick_button, soon);
  return { element: element(document, "section", "", heading, ...found, choices), pick_button };
}

function describeTarget(deps: TargetSectionDeps, target: Target): readonly HTMLElement[] {
  const { document, picked, found, point } = deps;
  const tried = picked !== undefined && picked.target.strategies === target.strategies ? picked.target : undefined;
  const status = found === null ? t("Not found on this page") : t("Found: {name}", { name: nameOf(found) });
  const line = element(document, "p", found === null ? "lost" : "found", status);
  const best = target.strategies[0];
  const quality = found && best && buildQuality(document, reliabilityOf(best, tried?.failed[0]));
  const shown: HTMLElement[] = [element(document, "div", "row", line, ...(quality ? [quality] : []))];
  if (found !== null) {
    const reveal = (): void => {
      call(found, "scrollIntoView", { block: "center" });
      point(found, pathOf(found));
    };
    shown.push(
      element(document, "div", "row nearby", button(document, "", t("Show"), reveal), ...nearbyButtons(deps, found)),
    );
    if (deps.refused !== undefined) shown.push(element(document, "p", "notice", deps.refused));
  } else
    shown.push(element(document, "p", "soft", t("It may be on another page, or in a menu or dialog that's closed.")));
  shown.push(buildWays(document, target, tried));
  return shown;
}

function buildQuality(document: Document, reliability: Reliability): HTMLElement {
  return element(document, "span", `chip ${reliability}`, RELIABILITY_LABELS[reliability]);
}

/** The ways in which the target is found, in their order, with what speaks against each. */
function buildWays(document: Document, target: Target, tried: TriedTarget | undefined): HTMLElement {
  const { strategies } = buildTargetLine(document, "", target, findByReading);
  const ways = strategies.map(({ strategy, element: found, visible }, index) => {
    const lost = tried?.failed[index];
    const quality = buildQuality(document, reliabilityOf(strategy, lost));
    const way = element(document, "span", "", describeWay(strategy));
    const state =
      found !== null
        ? ""
        : visible > 1
          ? `${t("Matching elements: {n}.", { n: visible })} `
          : `${t("No element matches now.")} `;
    const why = element(document, "p", "soft", `${state}${drawbacksOf(strategy, lost)}`);
    return element(document, "li", "", element(document, "div", "row", way, quality), why);
  });
  const count = t("Ways to find it: {n}", { n: strategies.length });
  const list = element(document, "ol", "ways", ...ways);
  const advice = element(document, "p", "soft", t("The first way that finds exactly one visible element is used."));
  return element(document, "details", "", element(document, "summary", "", count), list, advice);
}

/** Steps to elements around, inside, and under the target, as the keys do while picking. */
function nearbyButtons({ document, inner, take, point }: TargetSectionDeps, found: Element): readonly HTMLElement[] {
  const nearby: readonly (readonly [label: string, to: Element | null | undefined])[] = [
    [t("Parent"), parentElement(found)],
    [t("Child"), inner(found) ?? read(found, "firstElementChild")],
    [t("Underneath"), elementUnder(found, 1)],
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
