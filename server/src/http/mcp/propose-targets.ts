import { limits } from "@fanfare/contract/limits";
import type { Strategy, Target } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import type { TreeElement } from "./accessibility-tree.ts";

export interface ProposedTarget {
  readonly role: string;
  readonly name: string;
  /** The parts of the page around it, from the outside. */
  readonly inside: readonly string[];
  /** Null: several elements match, and nothing around one of them tells them apart. */
  readonly target: Target | null;
  /** From 0 to 1, as in the editor. */
  readonly reliability: number;
}

/** What people use or read, and what the SDK finds by its role and name. */
const PROPOSED_ROLES: ReadonlySet<string> = new Set([
  ...["button", "link", "textbox", "searchbox", "checkbox", "radio", "slider", "spinbutton", "combobox", "listbox"],
  ...["tab", "menuitem", "menuitemcheckbox", "menuitemradio", "switch", "treeitem", "gridcell", "heading", "img"],
  ...["columnheader", "navigation", "dialog", "tablist", "menu", "toolbar", "search"],
]);
/** What can stand around another element. Their names aren't their content. */
const SCOPE_ROLES: ReadonlySet<string> = new Set([
  ...[
    "navigation",
    "dialog",
    "alertdialog",
    "region",
    "form",
    "search",
    "complementary",
    "tabpanel",
    "menu",
    "toolbar",
  ],
  ...["tablist", "table", "grid", "list", "listbox", "radiogroup", "tree", "article", "row", "banner"],
]);
/** Longer texts are content, not names. */
const NAME_CHARS_MAX = 80;
/** As when an element is picked on the page. */
const PROPOSED_SCORE_MIN = 0.4;
const SCOPE_SCORE_MIN = 0.7;

/**
 * Proposes a target for each element that has a role and a name, in reading order: by role and name, inside a part of
 * the page if several have the same.
 *
 * @example
 * proposeTargets(parseTree('- button "New order"') ?? [])[0]?.target;
 * // { strategies: [{ kind: "role_name", role: "button", name: "New order" }] }
 */
export function proposeTargets(elements: readonly TreeElement[]): readonly ProposedTarget[] {
  const tree = indexTree(elements);
  return elements.flatMap((element) => {
    if (!PROPOSED_ROLES.has(element.role) || !isName(element.name)) return [];
    const [role, name] = [element.role, readableName(element)];
    const found = targetOf(tree, element);
    const inside = ancestorsOf(element)
      .filter((around) => around.name !== "" || SCOPE_ROLES.has(around.role))
      .map((around) => (isName(around.name) ? `${around.role} ${readableName(around)}` : around.role))
      .toReversed();
    return [{ role, name, inside, target: found?.target ?? null, reliability: found?.reliability ?? 0 }];
  });
}

/** Places in reading order. An element's part of the tree is a range of them. */
interface Tree {
  readonly at: ReadonlyMap<TreeElement, number>;
  readonly ends: readonly number[];
  /** Elements by role and name. */
  readonly alike: ReadonlyMap<string, readonly TreeElement[]>;
  readonly named: ReadonlyMap<string, readonly TreeElement[]>;
  readonly headings: readonly TreeElement[];
  /** By rank: how many headings of this rank or above stand before each place. */
  readonly ranked: readonly (readonly number[])[];
}

const RANKS = [1, 2, 3, 4, 5, 6];
/** More elements with one name are a list, whose entries need another locator. */
const ALIKE_MAX = 100;
/** Parts farther out contain almost everything. */
const ANCESTORS_MAX = 12;

const keyOf = (element: TreeElement): string => `${element.role} ${readableName(element)}`;
const rankOf = ({ level }: TreeElement): number => level ?? 2;

function indexTree(elements: readonly TreeElement[]): Tree {
  const at = new Map(elements.map((element, index) => [element, index]));
  const ends = elements.map((_, index) => index);
  for (const [index, { parent }] of [...elements.entries()].toReversed()) {
    const outside = parent === undefined ? undefined : at.get(parent);
    if (outside !== undefined) ends[outside] = Math.max(ends[outside] ?? 0, ends[index] ?? 0);
  }
  const headings = elements.filter(({ role }) => role === "heading");
  const ranked = RANKS.map((rank) => {
    let before = 0;
    return [0, ...elements.map((each) => (before += each.role === "heading" && rankOf(each) <= rank ? 1 : 0))];
  });
  return { at, ends, alike: groupBy(elements, keyOf), named: groupBy(elements, readableName), headings, ranked };
}

function groupBy(
  elements: readonly TreeElement[],
  nameOf: (element: TreeElement) => string,
): ReadonlyMap<string, readonly TreeElement[]> {
  const groups = new Map<string, TreeElement[]>();
  for (const element of elements) {
    const key = nameOf(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}

function contains({ at, ends }: Tree, around: TreeElement, element: TreeElement): boolean {
  const [from, place] = [at.get(around) ?? 0, at.get(element) ?? 0];
  return from < place && place <= (ends[from] ?? 0);
}

/** Headings of this rank or above in and under an element. */
function headingsIn({ at, ends, ranked }: Tree, around: TreeElement, rank: number): number {
  const [from, counts] = [at.get(around) ?? 0, ranked[rank - 1] ?? []];
  return (counts[(ends[from] ?? 0) + 1] ?? 0) - (counts[from] ?? 0);
}

function targetOf(tree: Tree, element: TreeElement): { target: Target; reliability: number } | undefined {
  const strategy = byRoleAndName(element);
  const score = scoreStrategy(strategy);
  if (score < PROPOSED_SCORE_MIN) return undefined;
  const others = (tree.alike.get(keyOf(element)) ?? []).filter((each) => each !== element);
  if (others.length === 0) {
    return { target: { strategies: [strategy, ...byLabel(tree, element)] }, reliability: score };
  }
  if (others.length >= ALIKE_MAX) return undefined;
  for (const around of ancestorsOf(element)) {
    if (others.some((other) => contains(tree, around, other))) return undefined;
    const scope = scopeOf(tree, around, others);
    if (scope === undefined) continue;
    return { target: { strategies: [strategy], scope }, reliability: Math.min(score, scoreStrategy(scope)) };
  }
  return undefined;
}

/** A part of the page, by its own name or by the heading that titles it. */
function scopeOf(tree: Tree, around: TreeElement, others: readonly TreeElement[]): Strategy | undefined {
  const own = isName(around.name) && SCOPE_ROLES.has(around.role) ? byRoleAndName(around) : undefined;
  if (own !== undefined && isScope(tree, around, own)) return own;
  const top = RANKS.find((rank) => headingsIn(tree, around, rank) > 0);
  if (top === undefined || headingsIn(tree, around, top) > 1) return undefined;
  const title = tree.headings.find((heading) => rankOf(heading) === top && contains(tree, around, heading));
  if (title === undefined || !isName(title.name)) return undefined;
  const strategy = byRoleAndName(title);
  return isScope(tree, title, strategy) && !others.some((other) => mayReach(tree, title, other)) ? strategy : undefined;
}

/**
 * Whether the part that a heading titles may contain an element. A heading's part reaches up to another heading of its
 * rank, and may end between two elements of the tree.
 */
function mayReach(tree: Tree, title: TreeElement, element: TreeElement): boolean {
  return ![element, ...ancestorsOf(element)].some(
    (around) => !contains(tree, around, title) && headingsIn(tree, around, rankOf(title)) > 0,
  );
}

function isScope({ alike }: Tree, around: TreeElement, strategy: Strategy): boolean {
  return (alike.get(keyOf(around)) ?? []).length === 1 && scoreStrategy(strategy) >= SCOPE_SCORE_MIN;
}

function byRoleAndName(element: TreeElement): Strategy {
  return { kind: "role_name", role: element.role, name: readableName(element) };
}

/** A field's label finds it whatever its type is, unless something else has the same name. */
function byLabel({ named }: Tree, element: TreeElement): readonly Strategy[] {
  const value = readableName(element);
  return FIELD_ROLES.has(element.role) && named.get(value)?.length === 1 ? [{ kind: "label", value }] : [];
}

const FIELD_ROLES: ReadonlySet<string> = new Set([
  ...["textbox", "searchbox", "checkbox", "radio", "slider", "spinbutton", "combobox", "listbox", "switch"],
]);

/** The nearest ones, from the inside. */
function ancestorsOf(element: TreeElement): readonly TreeElement[] {
  const ancestors: TreeElement[] = [];
  for (let around = element.parent; around !== undefined; around = around.parent) {
    if (ancestors.length === ANCESTORS_MAX) break;
    ancestors.push(around);
  }
  return ancestors;
}

/** Numbers alone are content, not names. */
function isName(name: string): boolean {
  return name.length <= Math.min(NAME_CHARS_MAX, limits.target_value_chars_max) && /\p{L}/u.test(name);
}

/** Without the characters of icon fonts, which a page's style adds. */
function readableName({ name }: TreeElement): string {
  return name.replaceAll(/[\s\p{Co}]+/gu, " ").trim();
}
