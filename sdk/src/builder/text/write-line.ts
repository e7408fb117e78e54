import type { Span } from "@fanfare/contract/content/block";
import { call, read } from "../../lib/native.ts";
import { element } from "../../ui/dom/element.ts";
import { safeLink } from "../../ui/dom/safe-link.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "./author-page.ts";
import { createInsertTools } from "./insert-tools.ts";
import { HREF, NEW_LINK, readBlocks } from "./read-blocks.ts";
import { tool } from "./tool.ts";

interface LineDeps {
  readonly page: AuthorPage;
  /** Shows exactly `spans`. */
  readonly line: HTMLElement;
  readonly spans: readonly Span[];
  /** Only the formats of these spans can be used. */
  readonly source: readonly Span[];
  readonly changed: (spans: readonly Span[]) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes one rendered paragraph or list item editable by itself. Returns the bar with its tools; undefined if its source
 * has no formats.
 */
export function writeLine({ page, line, spans, source, changed, signal }: LineDeps): HTMLElement | undefined {
  const { document } = page;
  const on = signal === undefined ? {} : { signal };
  spans.forEach(({ href }, index) => {
    const node = line.childNodes[index];
    // Nodes of spans with an address are links.
    if (href !== undefined && node?.nodeType === 1) (node as Element).setAttribute(HREF, href);
  });
  line.contentEditable = "true";
  // Headings and list items keep their role.
  if (/^(?:p|div|blockquote)$/.test(line.localName)) line.role = "textbox";
  const report = (): void => changed(readLine(line, source));
  const run = (command: string, value?: string): void => {
    call(document, "execCommand", command, false, value);
    report();
  };
  const has = { bold: source.some(({ bold }) => bold), italic: source.some(({ italic }) => italic) };
  line.addEventListener("input", report, on);
  line.addEventListener(
    "beforeinput",
    (event) => {
      const { inputType: kind } = event;
      const is_allowed =
        kind === "formatBold" ? has.bold : kind === "formatItalic" ? has.italic : !/^format/.test(kind);
      if (!is_allowed || /Paragraph|LineBreak/.test(kind)) event.preventDefault();
    },
    on,
  );
  line.addEventListener(
    "paste",
    (event) => {
      event.preventDefault();
      const text = event.clipboardData?.getData("text/plain").replaceAll(/\s+/g, " ") ?? "";
      if (text !== "") run("insertText", text);
    },
    on,
  );
  line.addEventListener("drop", (event) => event.preventDefault(), on);
  const link = (href: string): void => {
    run("createLink", NEW_LINK);
    const made = line.querySelector<HTMLAnchorElement>(`a[href="${NEW_LINK}"]`);
    made?.setAttribute(HREF, href);
    const url = safeLink(href, read(document, "baseURI"));
    if (made !== null && url !== null) made.href = url;
    report();
  };
  const code = (): void => {
    // Only shown in cards and in the panel, which have one.
    const root = line.getRootNode() as ShadowRoot;
    const range = page.window.getSelection()?.getComposedRanges({ shadowRoots: [root] })[0];
    if (range === undefined || range.collapsed || !line.contains(range.startContainer)) return;
    const live = call(document, "createRange");
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    live.insertNode(element(document, "code", "", live.extractContents().textContent ?? ""));
    report();
  };
  const links = new Set(source.flatMap(({ href }) => href ?? []));
  const tools = [
    ...(has.bold ? [tool(document, t("Bold"), "bold", () => run("bold"))] : []),
    ...(has.italic ? [tool(document, t("Italic"), "italic", () => run("italic"))] : []),
    ...(source.some((each) => each.code) ? [tool(document, t("Code"), "code", code)] : []),
    ...[...links].map((href) => tool(document, t("Link to {url}", { url: href }), "link", () => link(href))),
  ];
  if (tools.length === 0) return undefined;
  const inserts = createInsertTools({ page, text: line, report, signal, run });
  const bar = element(document, "div", "marks", ...tools, ...inserts.buttons);
  bar.role = "group";
  bar.ariaLabel = t("Formatting");
  inserts.attach(bar);
  return bar;
}

/** The spans of an edited line, with the formats that its source has. */
function readLine(line: HTMLElement, source: readonly Span[]): readonly Span[] {
  const [block] = readBlocks(line);
  const spans = block?.kind === "paragraph" ? block.spans : [];
  return spans.map(({ text, bold, italic, code, href }) => ({
    text,
    ...(bold && source.some((each) => each.bold) ? { bold } : {}),
    ...(italic && source.some((each) => each.italic) ? { italic } : {}),
    ...(code && source.some((each) => each.code) ? { code } : {}),
    ...(href !== undefined && source.some((each) => each.href === href) ? { href } : {}),
  }));
}
