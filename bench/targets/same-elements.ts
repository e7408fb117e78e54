import type { PageElement, PageTree } from "./page-tree.ts";

/** Containers that share this much of their content are the same. */
const SHARED_MIN = 0.5;
/** Elements in the same container that are this similar are the same. */
const SIMILAR_MIN = 1;
/** In longer lists, only what is directly in the container is compared at first. */
const LIST_MAX = 400;
const TEXT_CHARS_MAX = 200;
/** Tags that releases exchange without another meaning. */
const KINDS: readonly RegExp[] = [
  /^(?:a|button)$/,
  /^h[1-6]$/,
  /^(?:div|section|article|main|header|footer|aside)$/,
  /^(?:b|strong|i|em|span|small)$/,
];

/**
 * Says which elements of a later release are which of an earlier one, as a comparison of two trees does, without looking
 * at what Fanfare finds. The same are, in this order:
 *
 * 1. what exists once in both releases, with the same tags, texts, and identifying attributes, or with the same ID, or
 *    with the same tag and text;
 * 2. containers of which more than half of the content is the same;
 * 3. what follows each other in the same container, and is equal, or similar in text, attributes, and classes;
 * 4. equal elements in the same container, or on the page, in their order, if both releases have the same number.
 *
 * If the numbers differ, each of the equal elements may be the one. What remains is gone, or changed beyond recognition.
 */
export function sameElements(before: PageTree, after: PageTree): (index: number) => readonly number[] {
  const match = new Match(before, after);
  match.pair(0, 0);
  match.pairUnique();
  for (let last = -1; last !== match.size; ) {
    last = match.size;
    match.pairContainers();
    match.pairNeighbors();
  }
  match.pairInOrder();
  return (index) => match.partners(index);
}

class Match {
  readonly #before: PageTree;
  readonly #after: PageTree;
  readonly #prints: readonly [readonly string[], readonly string[]];
  readonly #texts: readonly [readonly string[], readonly string[]];
  readonly #later = new Map<number, number>();
  readonly #earlier = new Map<number, number>();

  constructor(before: PageTree, after: PageTree) {
    this.#before = before;
    this.#after = after;
    const known = new Map<string, string>();
    this.#prints = [printsOf(before, known), printsOf(after, known)];
    this.#texts = [textsOf(before), textsOf(after)];
  }

  get size(): number {
    return this.#later.size;
  }

  pair(one: number, two: number): void {
    if (this.#later.has(one) || this.#earlier.has(two)) return;
    this.#later.set(one, two);
    this.#earlier.set(two, one);
  }

  partners(index: number): readonly number[] {
    const partner = this.#later.get(index);
    const print = this.#prints[0][index] ?? "";
    if (partner === undefined) {
      return this.#hasContent(index) ? this.#withPrint(1, print, 0).filter((each) => !this.#earlier.has(each)) : [];
    }
    let around = this.#before[index]?.parent ?? -1;
    while (around > 0 && !this.#later.has(around)) around = this.#before[around]?.parent ?? -1;
    if (around < 0 || this.#prints[1][partner] !== print) return [partner];
    const equal = this.#withPrint(1, print, this.#later.get(around) ?? 0);
    // It may have moved out of its container.
    const is_sure = !equal.includes(partner) || equal.length === this.#withPrint(0, print, around).length;
    return is_sure ? [partner] : equal;
  }

  /** 1. Once in both, with all that is in it; then alone, by its ID, or by its tag and text. */
  pairUnique(): void {
    for (const [one, two] of onceInBoth(...this.#prints)) {
      if (!this.#hasContent(one)) continue;
      const size = (this.#before[one]?.end ?? one) - one;
      for (let at = 0; at < size; at++) this.pair(one + at, two + at);
    }
    const named = (tree: PageTree, side: 0 | 1): readonly string[] =>
      tree.map(({ tag }, index) => (this.#texts[side][index] === "" ? "" : `${tag} ${this.#texts[side][index]}`));
    for (const [one, two] of [
      ...onceInBoth(this.#before.map(idOf), this.#after.map(idOf)),
      ...onceInBoth(named(this.#before, 0), named(this.#after, 1)),
    ])
      if (this.#isKind(one, two)) this.pair(one, two);
  }

  /** 2. Inner containers first. */
  pairContainers(): void {
    for (let one = this.#before.length - 1; one > 0; one--) {
      if (this.#later.has(one)) continue;
      const end = this.#before[one]?.end ?? one;
      const shared = new Map<number, number>();
      for (let at = one + 1; at < end; at++) {
        for (
          let two = this.#after[this.#later.get(at) ?? -1]?.parent ?? -1;
          two > 0;
          two = this.#after[two]?.parent ?? -1
        )
          shared.set(two, (shared.get(two) ?? 0) + 1);
      }
      let best = { two: -1, share: SHARED_MIN };
      for (const [two, count] of shared) {
        if (this.#earlier.has(two) || !this.#isKind(one, two)) continue;
        const all = end - one - 1 + (this.#after[two]?.end ?? two) - two - 1;
        const share = (2 * count) / all + this.#sameClasses(one, two) / 100;
        if (share > best.share) best = { two, share };
      }
      if (best.two > 0) this.pair(one, best.two);
    }
  }

  /** 3. In the same container, in the same order. */
  pairNeighbors(): void {
    const [mine, theirs] = [this.#inside(this.#before, this.#later), this.#inside(this.#after, this.#earlier)];
    for (const [container, ones] of mine) {
      const partner = this.#later.get(container) ?? -1;
      const twos = theirs.get(partner) ?? [];
      const is_long = Math.max(ones.length, twos.length) > LIST_MAX;
      const aligned = is_long
        ? this.#align(
            ones.filter((each) => this.#before[each]?.parent === container),
            twos.filter((each) => this.#after[each]?.parent === partner),
          )
        : this.#align(ones, twos);
      for (const [one, two] of aligned) this.pair(one, two);
    }
  }

  /** 4. Equal ones in the closest container that has the same number of them. */
  pairInOrder(): void {
    for (let one = 1; one < this.#before.length; one++) {
      if (this.#later.has(one) || !this.#hasContent(one)) continue;
      const print = this.#prints[0][one];
      for (let around = this.#before[one]?.parent ?? -1; around >= 0; around = this.#before[around]?.parent ?? -1) {
        const partner = this.#later.get(around);
        if (partner === undefined) continue;
        const ones = this.#withPrint(0, print, around).filter((each) => !this.#later.has(each));
        const twos = this.#withPrint(1, print, partner).filter((each) => !this.#earlier.has(each));
        if (ones.length !== twos.length) continue;
        for (const [index, each] of ones.entries()) this.pair(each, twos[index] ?? -1);
        break;
      }
    }
  }

  #withPrint(side: 0 | 1, print: string | undefined, around: number): readonly number[] {
    const end = [this.#before, this.#after][side]?.[around]?.end ?? 0;
    const found: number[] = [];
    for (let at = around + 1; at < end; at++) if (this.#prints[side][at] === print) found.push(at);
    return found;
  }

  /** What has no partner yet, by its closest container that has one. */
  #inside(tree: PageTree, paired: ReadonlyMap<number, number>): ReadonlyMap<number, readonly number[]> {
    const lists = new Map<number, number[]>();
    for (let at = 1; at < tree.length; at++) {
      if (paired.has(at)) continue;
      let around = tree[at]?.parent ?? -1;
      while (around >= 0 && !paired.has(around)) around = tree[around]?.parent ?? -1;
      const list = lists.get(around);
      if (list === undefined) lists.set(around, [at]);
      else list.push(at);
    }
    return lists;
  }

  /** The pairs with the greatest similarity in total that keep the order. */
  #align(ones: readonly number[], twos: readonly number[]): readonly (readonly [number, number])[] {
    const width = twos.length + 1;
    const best = new Float64Array((ones.length + 1) * width);
    const alike = new Float64Array((ones.length + 1) * width);
    for (let i = ones.length - 1; i >= 0; i--) {
      for (let j = twos.length - 1; j >= 0; j--) {
        const similar = this.#similarity(ones[i] ?? 0, twos[j] ?? 0, ones, twos);
        alike[i * width + j] = similar;
        best[i * width + j] = Math.max(
          best[(i + 1) * width + j] ?? 0,
          best[i * width + j + 1] ?? 0,
          similar < SIMILAR_MIN ? 0 : similar + (best[(i + 1) * width + j + 1] ?? 0),
        );
      }
    }
    const pairs: [number, number][] = [];
    for (let i = 0, j = 0; i < ones.length && j < twos.length; ) {
      const here = best[i * width + j] ?? 0;
      const similar = alike[i * width + j] ?? 0;
      if (similar >= SIMILAR_MIN && here === similar + (best[(i + 1) * width + j + 1] ?? 0)) {
        pairs.push([ones[i++] ?? 0, twos[j++] ?? 0]);
      } else if (here === best[(i + 1) * width + j]) i++;
      else j++;
    }
    return pairs;
  }

  #similarity(one: number, two: number, ones: readonly number[], twos: readonly number[]): number {
    if (!this.#isKind(one, two)) return 0;
    if (this.#prints[0][one] === this.#prints[1][two]) return 3;
    const [first, second] = [this.#before[one], this.#after[two]];
    if (first === undefined || second === undefined) return 0;
    const marks = shared(first.marks, second.marks);
    const text = sharedText(this.#texts[0][one] ?? "", this.#texts[1][two] ?? "");
    const is_only = (list: readonly number[], tree: PageTree, tag: string): boolean =>
      list.filter((each) => tree[each]?.tag === tag).length === 1;
    const only = is_only(ones, this.#before, first.tag) && is_only(twos, this.#after, second.tag) ? 0.5 : 0;
    return marks + text + only + this.#sameClasses(one, two) / 2;
  }

  #sameClasses(one: number, two: number): number {
    return shared(this.#before[one]?.classes ?? [], this.#after[two]?.classes ?? []);
  }

  #isKind(one: number, two: number): boolean {
    const [first = "", second = ""] = [this.#before[one]?.tag, this.#after[two]?.tag];
    return first === second || KINDS.some((kind) => kind.test(first) && kind.test(second));
  }

  /** Whether something in it tells it apart from an empty box. */
  #hasContent(index: number): boolean {
    for (let at = index; at < (this.#before[index]?.end ?? 0); at++) {
      const { text = "", marks = [] } = this.#before[at] ?? {};
      if (text !== "" || marks.some((each) => !each.startsWith("type="))) return true;
    }
    return false;
  }
}

/** Equal for elements with the same tags, texts, and identifying attributes, whatever their classes. */
function printsOf(tree: PageTree, known: Map<string, string>): readonly string[] {
  const prints = tree.map(() => "");
  for (let at = tree.length - 1; at >= 0; at--) {
    const { tag, marks, text, end } = tree[at] as PageElement;
    const inside: string[] = [];
    for (let child = at + 1; child < end; child = tree[child]?.end ?? end) inside.push(prints[child] ?? "");
    const full = JSON.stringify([tag, marks, text, inside]);
    const short = known.get(full) ?? String(known.size);
    known.set(full, short);
    prints[at] = short;
  }
  return prints;
}

function textsOf(tree: PageTree): readonly string[] {
  return tree.map(({ end }, index) => {
    let text = "";
    for (let at = index; at < end && text.length < TEXT_CHARS_MAX; at++) text += ` ${tree[at]?.text ?? ""}`;
    return text.replace(/\s+/g, " ").trim().toLowerCase();
  });
}

function idOf({ marks }: PageElement): string {
  return marks.find((each) => each.startsWith("id=")) ?? "";
}

/** The indexes of what is once in both lists, except of what is empty. */
function onceInBoth(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const [ones, twos] = [indexesBy(before), indexesBy(after)];
  return [...ones].flatMap(([name, [one = -1, ...more]]) => {
    const [two, ...others] = twos.get(name) ?? [];
    return name === "" || two === undefined || more.length + others.length > 0 ? [] : [[one, two] as const];
  });
}

function indexesBy(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const list = indexes.get(name);
    if (list === undefined) indexes.set(name, [index]);
    else list.push(index);
  }
  return indexes;
}

/** The share of what is in either list that is in both. */
function shared(ones: readonly string[], twos: readonly string[]): number {
  const both = ones.filter((each) => twos.includes(each)).length;
  return both === 0 ? 0 : both / (ones.length + twos.length - both);
}

/** The share of the pairs of letters that two texts share. */
function sharedText(one: string, two: string): number {
  if (one === two) return one === "" ? 0 : 1;
  const all = one.length + two.length - 2;
  if (all <= 0) return 0;
  const left = new Map(letterPairs(two));
  let both = 0;
  for (const [pair, count] of letterPairs(one)) both += Math.min(count, left.get(pair) ?? 0);
  return (2 * both) / all;
}

const known_pairs = new Map<string, ReadonlyMap<string, number>>();

function letterPairs(text: string): ReadonlyMap<string, number> {
  const known = known_pairs.get(text);
  if (known !== undefined) return known;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  known_pairs.set(text, pairs);
  return pairs;
}
