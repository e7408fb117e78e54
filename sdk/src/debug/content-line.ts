import { call } from "../lib/native.ts";
import { element } from "../ui/dom/element.ts";
import type { ContentLine } from "./panel-state.ts";
import { type PageHighlighter, type StrategyLine, strategyText, type TargetLine } from "./target-line.ts";

const OUTCOMES = { show: "Shown", hide: "Hidden", unknown: "Unknown" } as const;
const STATUSES = { pass: "passes", block: "blocks", unknown: "unknown" } as const;

export function contentLine(document: Document, content: ContentLine, pointing: PageHighlighter): HTMLDetailsElement {
  const { outcome, gate, gates, name, slug, targets } = content;
  const badge = element(document, "span", `badge ${outcome}`, OUTCOMES[outcome]);
  const why = gate === null ? "" : ` — ${gate}`;
  const head = element(document, "summary", "", badge, name, element(document, "span", "soft", ` ${slug}${why}`));
  const lines = gates.map(({ gate: each, status, evidence }) => {
    const state = element(document, "span", status === "block" ? "hide" : "soft", ` ${STATUSES[status]}: `);
    return element(document, "li", "", element(document, "code", "", each), state, evidence);
  });
  const list = element(document, "ol", "", ...lines);
  list.ariaLabel = `Gates of ${name}`;
  const body = element(document, "div", "", list, ...targets.flatMap((each) => targetLine(document, each, pointing)));
  const made = element(document, "details", "content", head, body);
  made.dataset["key"] = content.content_id;
  return made;
}

export function targetLine(
  document: Document,
  { station, element: found, strategies, suggestion: more }: TargetLine,
  pointing: PageHighlighter,
): readonly HTMLElement[] {
  const title = element(document, "h3", "", `Target of ${station}: ${found === null ? "not found" : "found"}`);
  const list = element(document, "ul", "", ...strategies.map((each) => strategyLine(document, each, pointing)));
  return [title, list, ...(more?.(pointing) ?? [])];
}

function strategyLine(document: Document, line: StrategyLine, { point, reveal }: PageHighlighter): HTMLElement {
  const { strategy, score, matches, visible, element: found } = line;
  const facts = `score ${score}, ${matches} found, ${visible} usable${found === null ? "" : `, ${rectOf(found)}`}`;
  const parts = [element(document, "code", "", strategyText(strategy)), element(document, "span", "soft", ` ${facts}`)];
  const why = line.reasons === undefined ? [] : [element(document, "p", "soft", line.reasons)];
  if (found === null) return element(document, "li", "", ...parts, ...why);
  const pointer = element(document, "button", "point", ...parts);
  pointer.type = "button";
  for (const name of ["pointerenter", "focus"]) pointer.addEventListener(name, () => point(found));
  for (const name of ["pointerleave", "blur"]) pointer.addEventListener(name, () => point(null));
  pointer.addEventListener("click", () => reveal(found));
  return element(document, "li", "", pointer, ...why);
}

function rectOf(found: Element): string {
  const { x, y, width, height } = call(found, "getBoundingClientRect");
  return `at ${Math.round(x)}, ${Math.round(y)}, ${Math.round(width)} × ${Math.round(height)}`;
}
