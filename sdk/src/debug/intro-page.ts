import { call, read } from "../lib/native.ts";
import { element } from "../ui/dom/element.ts";

/**
 * Offers the page as a file for `fanfare content import`, with the attributes of intro.js as they are now. Frameworks
 * render them, so they aren't in the page's source.
 */
export function offerIntroPage(document: Document, before: HTMLElement): void {
  const count = (marks: string): number => call(document, "querySelectorAll", marks).length;
  const save = element(document, "button", "", "Save page for import");
  save.type = "button";
  save.addEventListener("click", () => {
    const link = element(document, "a", "");
    const html = `<!doctype html><html>${call(read(document, "documentElement"), "getHTML")}</html>`;
    // The URL lives as long as the page: the download may start later.
    link.href = URL.createObjectURL(new Blob([html], { type: "text/html" }));
    link.download = "page.html";
    link.click();
  });
  const section = element(document, "section", "");
  section.append(
    element(document, "h3", "", "intro.js"),
    element(
      document,
      "p",
      "",
      `Steps on this page: ${count("[data-intro]")}. Hints: ${count("[data-hint]")}. Save the page, then run:`,
    ),
    element(document, "code", "", "fanfare content import page.html --from intro.js"),
    save,
  );
  before.before(section);
}
