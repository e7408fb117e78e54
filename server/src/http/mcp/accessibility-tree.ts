/** An element of a saved accessibility tree. */
export interface TreeElement {
  readonly role: string;
  readonly name: string;
  /** Of headings. */
  readonly level: number | undefined;
  readonly parent: TreeElement | undefined;
}

/** More elements say nothing more about a page. */
const ELEMENTS_MAX = 5_000;

/**
 * Elements of a tree in reading order. Reads ARIA snapshots of Playwright, text snapshots of Chrome's developer tools,
 * and JSON of Puppeteer and of `Accessibility.getFullAXTree`. Undefined if the text is none of them.
 *
 * @example
 * parseTree('- navigation "Main":\n  - link "Orders"'); // navigation, then link with the navigation as its parent
 */
export function parseTree(text: string): readonly TreeElement[] | undefined {
  const trimmed = text.trim();
  const elements = /^[{[]/.test(trimmed) ? parseJsonTree(trimmed) : parseTextTree(text);
  return elements.length === 0 ? undefined : elements.slice(0, ELEMENTS_MAX);
}

/** Indentation, an optional hyphen and ID, the role, the name in quotes, and the rest. */
const LINE = /^([\t ]*)(?:- +)?(?:uid=\S+ +)?([A-Za-z]+)(?: +("(?:[^"\\]|\\.)*"))?(.*)$/;
/** A key of YAML that has special characters is in quotes as a whole. */
const QUOTED_KEY = /^([\t ]*- +)(?:'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)")(:.*)?$/;

function parseTextTree(text: string): readonly TreeElement[] {
  const elements: TreeElement[] = [];
  const open: { readonly indent: number; readonly element: TreeElement }[] = [];
  for (const raw of text.split("\n")) {
    const line = LINE.exec(unquoted(raw.trimEnd()));
    if (line === null || elements.length >= ELEMENTS_MAX) continue;
    const [, space = "", role = "", quoted, rest = ""] = line;
    // `- text: …` is no element, and `- /url: …` is a property.
    if (role === "text") continue;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= space.length) open.pop();
    const level = /\[level=(\d)\]|\blevel="(\d)"/.exec(rest);
    const element: TreeElement = {
      role: role.toLowerCase(),
      name: quoted === undefined ? "" : unescaped(quoted),
      level: level === null ? undefined : Number(level[1] ?? level[2]),
      parent: open.at(-1)?.element,
    };
    elements.push(element);
    open.push({ indent: space.length, element });
  }
  return elements;
}

function unquoted(line: string): string {
  const match = QUOTED_KEY.exec(line);
  if (match === null) return line;
  const [, start = "", single, double = "", rest = ""] = match;
  return `${start}${single?.replaceAll("''", "'") ?? unescaped(`"${double}"`)}${rest}`;
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function parseJsonTree(text: string): readonly TreeElement[] {
  const tree = parseJson(text);
  const nodes = Array.isArray(tree) ? tree : isObject(tree) && Array.isArray(tree["nodes"]) ? tree["nodes"] : undefined;
  if (nodes?.some((node) => isObject(node) && "nodeId" in node)) return linked(nodes.filter(isObject));
  const elements: TreeElement[] = [];
  const waiting = (nodes ?? [tree]).map((node): [unknown, TreeElement | undefined] => [node, undefined]).toReversed();
  for (let next = waiting.pop(); next !== undefined && elements.length < ELEMENTS_MAX; next = waiting.pop()) {
    const [node, parent] = next;
    if (!isObject(node)) continue;
    const element = jsonElement(node, parent);
    if (element !== undefined) elements.push(element);
    const children = Array.isArray(node["children"]) ? node["children"] : [];
    for (const child of children.toReversed()) waiting.push([child, element ?? parent]);
  }
  return elements;
}

/** The list of the DevTools Protocol, in which children follow by their IDs. */
function linked(nodes: readonly Node[]): readonly TreeElement[] {
  const by_id = new Map(nodes.map((node) => [node["nodeId"], node]));
  const children = new Set(nodes.flatMap((node) => (Array.isArray(node["childIds"]) ? node["childIds"] : [])));
  const elements: TreeElement[] = [];
  const seen = new Set<unknown>();
  const waiting = nodes
    .filter((node) => !children.has(node["nodeId"]))
    .map((node): [Node | undefined, TreeElement | undefined] => [node, undefined])
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, parent] = next;
    if (node === undefined || seen.has(node)) continue;
    seen.add(node);
    const element = node["ignored"] === true ? undefined : jsonElement(node, parent);
    if (element !== undefined) elements.push(element);
    const ids: readonly unknown[] = Array.isArray(node["childIds"]) ? node["childIds"] : [];
    for (const id of ids.toReversed()) waiting.push([by_id.get(id), element ?? parent]);
  }
  return elements;
}

type Node = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** The DevTools Protocol wraps values. */
const plain = (value: unknown): unknown => (isObject(value) ? value["value"] : value);

function jsonElement(node: Node, parent: TreeElement | undefined): TreeElement | undefined {
  const [role, name, level] = [plain(node["role"]), plain(node["name"]), node["level"] ?? levelIn(node["properties"])];
  if (typeof role !== "string" || !/^[A-Za-z]+$/.test(role)) return undefined;
  return {
    role: role.toLowerCase(),
    name: typeof name === "string" ? name : "",
    level: typeof level === "number" ? level : undefined,
    parent,
  };
}

function levelIn(properties: unknown): unknown {
  const list: readonly unknown[] = Array.isArray(properties) ? properties : [];
  const level = list.filter(isObject).find((property) => property["name"] === "level");
  return plain(level?.["value"]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
