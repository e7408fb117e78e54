// biome-ignore-all lint/correctness/noComponentHookFactories: visitor methods are named after node types
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

/** A translated text. Counted texts contain `{n}` and have a singular form. */
export interface SaidText {
  readonly text: string;
  readonly one?: string;
  readonly at: string;
}

/** A visible text that isn't translated, and its location. */
export interface BareText {
  readonly text: string;
  readonly at: string;
}

export interface Texts {
  readonly said: readonly SaidText[];
  readonly bare: readonly BareText[];
}

const SRC = join(import.meta.dirname, "../../src");
const BUILDER = join(import.meta.dirname, "../../../sdk/src/builder");
/** Files without visible texts, the catalogs themselves, and templates, whose texts are content in two languages. */
const NOT_READ =
  /\.test\.tsx?$|\.d\.ts$|^lib\/i18n\/(catalog|cause|field-sentences|language|lingui|t)\.ts$|^model\/templates\/(onboarding|adoption|feedback|growth|service)\.ts$/;

/** Attributes and properties whose text is always visible, even a single lowercase word. */
const FOR_PEOPLE = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "description",
  "detail",
  "hint",
  "label",
  "message",
  "placeholder",
  "title",
  "unit",
  "words",
]);
/** Attributes whose text is never visible. */
const FOR_MACHINES =
  /^(className|class|d|style|id|key|role|rel|href|src|viewBox|preserveAspectRatio|points|transform|autoComplete|type|name|to|from|font.*|data-.*|.*[cC]lass)$/;
/** Calls whose texts are never visible: classes, errors for developers, and names of keys and headers. */
const NOT_FOR_PEOPLE =
  /^(asIs|cx|Error|TypeError|RangeError|fetch|URL|RegExp|Intl|querySelector|querySelectorAll|getElementById|closest|matches|addEventListener|removeEventListener|setAttribute|getAttribute|removeAttribute|getItem|setItem|removeItem|set|get|has|startsWith|endsWith|includes|split|join|replace|replaceAll|localeCompare|getRouteApi|lazyRouteComponent)$/;
const NAMES =
  /^(Fanfare|Escape|Enter|Tab|Home|End|Backspace|Delete|PageUp|PageDown|Arrow(Up|Down|Left|Right)|Shift|Control|Alt|Meta|Space|Accept|Content-Type|If-Match|If-None-Match|Idempotency-Key|Retry-After|ETag|Bearer|WebSocket|Pusher|SignalR|JSON|CSV|Inter|Mac|MacIntel|UTC|Ctrl|Cmd|TLS|STARTTLS|NDJSON|Edge|Opera|Android|Windows|Linux|Mac OS|Edg\/|(Firefox|Chrome|Safari)\/?)$/;
const HAS_LETTER = /\p{L}/u;

/** Extracts the texts of one file. Locations are `file:line`. */
export function textsOf(file: string, source: string): Texts {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const texts = new FileTexts(file, source);
  new Visitor({ ...visitSyntax(texts), ...visitCalls(texts), ...visitJsx(texts) }).visit(program);
  return texts;
}

class FileTexts implements Texts {
  readonly said: SaidText[] = [];
  readonly bare: BareText[] = [];
  /** Ranges without visible text, or already processed. */
  readonly #passed: { start: number; end: number }[] = [];
  readonly #file: string;
  readonly #source: string;

  constructor(file: string, source: string) {
    this.#file = file;
    this.#source = source;
  }

  pass(...nodes: readonly (ESTree.Node | null | undefined)[]): void {
    for (const node of nodes) if (node) this.#passed.push({ start: node.start, end: node.end });
  }

  /** Collects the text of a call, or of an equivalent attribute. */
  say(node: ESTree.Node | undefined, one?: ESTree.Node): void {
    this.pass(one, node);
    const text = literal(node);
    if (node === undefined) return;
    const at = this.#lineAt(node.start);
    const form = literal(one);
    if (text === undefined) this.bare.push({ text: "(not a literal: use tKnown for tables)", at });
    else this.said.push(form === undefined ? { text, at } : { text, one: form, at });
  }

  check(node: ESTree.Node, text: string, sure: boolean): void {
    const passed = this.#passed.some(({ start, end }) => start <= node.start && node.end <= end);
    if (passed || !(sure ? HAS_LETTER.test(text) : readsLikeWords(text)) || NAMES.test(text.trim())) return;
    this.bare.push({ text: text.trim(), at: this.#lineAt(node.start) });
  }

  #lineAt(offset: number): string {
    return `${this.#file}:${this.#source.slice(0, offset).split("\n").length}`;
  }
}

function literal(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

type Visits = ConstructorParameters<typeof Visitor>[0];

/** Modules, types, comparisons, and plain literals. */
const visitSyntax = (texts: FileTexts): Visits => ({
  ImportDeclaration: (node) => texts.pass(node.source),
  ExportNamedDeclaration: (node) => texts.pass(node.source),
  ExportAllDeclaration: (node) => texts.pass(node.source),
  ImportExpression: (node) => texts.pass(node.source),
  TSLiteralType: (node) => texts.pass(node),
  TSTypeAnnotation: (node) => texts.pass(node),
  TSTypeAliasDeclaration: (node) => texts.pass(node),
  TSInterfaceDeclaration: (node) => texts.pass(node),
  TSTypeParameterInstantiation: (node) => texts.pass(node),
  BinaryExpression: (node) =>
    texts.pass(...[node.left, node.right].filter((side) => side.type === "Literal" && node.operator !== "+")),
  SwitchCase: (node) => texts.pass(node.test),
  MemberExpression: (node) => texts.pass(node.computed ? node.property : undefined),
  TaggedTemplateExpression: (node) => texts.pass(node.quasi),
  Property: (node) => {
    texts.pass(node.key);
    const name = node.key.type === "Identifier" ? node.key.name : (literal(node.key) ?? "");
    if (FOR_MACHINES.test(name) && !FOR_PEOPLE.has(name)) return;
    const text = literal(node.value);
    if (text === undefined) return;
    texts.check(node.value, text, FOR_PEOPLE.has(name));
    texts.pass(node.value);
  },
  Literal: (node) => {
    if (typeof node.value === "string") texts.check(node, node.value, false);
  },
  TemplateLiteral: (node) => {
    for (const quasi of node.quasis) texts.check(quasi, quasi.value.raw, false);
  },
});

const visitCalls = (texts: FileTexts): Visits => ({
  NewExpression: ({ callee, arguments: parts }) => {
    if (callee.type === "Identifier" && NOT_FOR_PEOPLE.test(callee.name)) texts.pass(...parts);
  },
  CallExpression: ({ callee, arguments: parts }) => {
    const called = callee.type === "MemberExpression" ? callee.property : callee;
    const name = called.type === "Identifier" ? called.name : "";
    const says_parts = name === "splitTemplate" && literal(parts[0]) !== undefined;
    if ((name === "t" || says_parts) && callee.type === "Identifier") texts.say(parts[0]);
    else if (name === "tCount") texts.say(parts[2], parts[1]);
    else if (NOT_FOR_PEOPLE.test(name)) texts.pass(...parts);
  },
});

const visitJsx = (texts: FileTexts): Visits => ({
  JSXElement: (node) => {
    const { name } = node.openingElement;
    if (name.type !== "JSXIdentifier") return;
    if (["code", "kbd", "pre", "samp", "CodeBlock"].includes(name.name)) texts.pass(...node.children);
  },
  JSXOpeningElement: (node) => {
    const is_sentence = node.name.type === "JSXIdentifier" && node.name.name === "Sentence";
    for (const each of node.attributes) {
      if (each.type !== "JSXAttribute" || each.name.type !== "JSXIdentifier" || each.value === null) continue;
      if (is_sentence && each.name.name === "text") texts.say(each.value);
      else if (FOR_MACHINES.test(each.name.name)) texts.pass(each.value);
      else if (each.value.type === "Literal") {
        texts.check(each.value, String(each.value.value), FOR_PEOPLE.has(each.name.name));
        texts.pass(each.value);
      }
    }
  },
  JSXText: (node) => texts.check(node, node.value, true),
});

/** A capitalized word, or several words that aren't class names. */
function readsLikeWords(text: string): boolean {
  const trimmed = text.trim();
  if (/^[“"(]?[A-Z][a-z’']/.test(trimmed)) return !/^[A-Z]\w*([A-Z_]|\.\w)/.test(trimmed);
  const words = trimmed.split(/\s+/);
  if (words.length === 1 || CLASSES.test(trimmed) || !/\p{Ll}{2}/u.test(trimmed)) return false;
  // Class names have hyphens too, but no function words between them.
  const is_sentence = words.some((word) => LITTLE.test(word));
  return words.every((word) => (is_sentence ? WORD_WITH_HYPHENS : WORD).test(word));
}
const WORD = /^[“"(]?(\p{L}+([’']\p{L}+)?|\d+)[”"),.:;?!…]*$/u;
const WORD_WITH_HYPHENS = /^[“"(]?[\p{L}\d][\p{L}\d’'-]*[”"),.:;?!…]*$/u;
const LITTLE = /^(a|an|the|is|are|was|of|to|not|no|off|and|or|for|by|with|its|this)$/;
/** Lists of single-word classes. */
const CLASSES =
  /^((flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|truncate|grow|shrink|border|rounded|group|peer|underline|italic|uppercase|capitalize|contents|isolate|outline|shadow|transition|visible|invisible|table|static|ring)\b\s*)+$/;

export function consoleTexts(folder = ""): Texts {
  return textsIn(SRC, folder);
}

/** Texts of the builder, which the SDK loads on the customer's page. */
export function builderTexts(): Texts {
  return textsIn(BUILDER, "");
}

function textsIn(src: string, folder: string): Texts {
  const files = readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !NOT_READ.test(file))
    .sort();
  const all = files.map((file) => textsOf(relative(src, join(src, file)), readFileSync(join(src, file), "utf8")));
  return { said: all.flatMap(({ said: texts }) => texts), bare: all.flatMap(({ bare }) => bare) };
}
