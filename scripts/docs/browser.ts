import { createSearch, excerptOf, type Found, type Passage, type Search } from "@fanfare/server/http/docs/search";

/** Runs on every page: search, buttons that copy code, and the current heading in the list of headings. */
const RESULTS_MAX = 8;
const COPIED_MS = 2_000;

function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const text = block.querySelector("code")?.textContent ?? "";
      const is_copied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      button.textContent = is_copied ? "Copied" : "Select the text to copy it";
      setTimeout(() => {
        button.textContent = "Copy";
      }, COPIED_MS);
    });
    block.append(button);
  }
}

function markCurrentHeading(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>(".contents a")].map((link) => [link.hash.slice(1), link]),
  );
  const mark = (id: string): void => {
    for (const [each, link] of links) {
      if (each === id) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  // The band below the header: whatever heading enters it last is current.
  const observer = new IntersectionObserver(
    (entries) => {
      const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
      if (entered !== undefined) mark(entered.target.id);
    },
    { rootMargin: "-64px 0px -70% 0px" },
  );
  for (const id of links.keys()) {
    const heading = document.getElementById(id);
    if (heading !== null) observer.observe(heading);
  }
}

function element(tag: string, className: string, text: string): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}

function resultLink({ passage, terms }: Found): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = passage.url;
  link.append(element("span", "where", passage.page), element("span", "what", passage.heading || passage.page));
  link.append(element("span", "excerpt", excerptOf(passage, terms)));
  return link;
}

interface SearchParts {
  readonly box: HTMLElement;
  readonly input: HTMLInputElement;
  readonly results: HTMLElement;
  readonly status: HTMLElement;
}

function showResults({ input, results, status }: SearchParts, search: Search): void {
  const query = input.value.trim();
  const found = query === "" ? [] : search(query, RESULTS_MAX);
  results.replaceChildren(...found.map(resultLink));
  if (query !== "" && found.length === 0) results.append(element("p", "none", `No results for “${query}”`));
  results.hidden = query === "";
  status.textContent = query === "" ? "" : `${found.length} ${found.length === 1 ? "result" : "results"}`;
}

function moveWithArrows(event: KeyboardEvent, { input, results }: SearchParts): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops: readonly HTMLElement[] = [input, ...results.querySelectorAll("a")];
  const focused = stops.findIndex((stop) => stop.matches(":focus"));
  const next = stops[(focused + (event.key === "ArrowDown" ? 1 : stops.length - 1)) % stops.length];
  if (focused < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Loads the index once, and again after a failure. */
function loaderOf(url: string): () => Promise<Search> {
  let search: Promise<Search> | undefined;
  return () => {
    search ??= fetch(url)
      .then((response) => response.json())
      .then((passages: readonly Passage[]) => createSearch(passages));
    search.catch(() => {
      search = undefined;
    });
    return search;
  };
}

function connectSearch(parts: SearchParts, load: () => Promise<Search>): void {
  const { box, input, results } = parts;
  const update = async (): Promise<void> => {
    try {
      showResults(parts, await load());
    } catch {
      parts.status.textContent = "";
      results.replaceChildren(element("p", "none", "The search index couldn’t be loaded. Try again."));
      results.hidden = false;
    }
  };
  const close = (): void => {
    results.hidden = true;
  };
  input.addEventListener("focus", () => void load().catch(() => undefined), { once: true });
  input.addEventListener("input", () => void update());
  input.addEventListener("focus", () => {
    if (results.childElementCount > 0 && input.value.trim() !== "") results.hidden = false;
  });
  box.addEventListener("keydown", (event) => {
    moveWithArrows(event, parts);
    if (event.key === "Escape") {
      close();
      input.focus();
    }
  });
  // Without results, the form opens the page of the search.
  input.form?.addEventListener("submit", (event) => {
    const first = results.hidden ? null : results.querySelector("a");
    if (first === null) return;
    event.preventDefault();
    first.click();
  });
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !box.contains(relatedTarget)) close();
  });
  results.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const is_typing = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (event.key !== "/" || is_typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

/** Fills the page of results where no server did. */
async function answerPage(load: () => Promise<Search>, input: HTMLInputElement): Promise<void> {
  const answer = document.querySelector("#answer[data-pending]");
  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  if (answer === null || query === "") return;
  input.value = query;
  const found = (await load())(query, RESULTS_MAX);
  const list = element("ol", "found", "");
  for (const { passage, terms } of found) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = passage.url;
    link.textContent = passage.heading || passage.page;
    item.append(link, element("span", "where", passage.page), element("p", "", excerptOf(passage, terms)));
    list.append(item);
  }
  answer.replaceChildren(found.length > 0 ? list : element("p", "", `No results for “${query}”.`));
}

function startSearch(): void {
  const url = document.querySelector<HTMLScriptElement>("script[data-search]")?.dataset["search"];
  const box = document.querySelector<HTMLElement>("header search");
  const input = box?.querySelector("input");
  const results = box?.querySelector<HTMLElement>("#results");
  const status = box?.querySelector<HTMLElement>(".status");
  if (url === undefined || !box || !input || !results || !status) return;
  // Browsers don't let pages from a folder read other files.
  box.hidden = location.protocol === "file:";
  if (box.hidden) return;
  const load = loaderOf(url);
  connectSearch({ box, input, results, status }, load);
  box.querySelector("kbd")?.removeAttribute("hidden");
  answerPage(load, input).catch(() => undefined);
}

/** Goes on from the anchor of a removed name to what replaces it. */
function followRemoved(): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  const successor = document.getElementById(anchor)?.querySelector<HTMLAnchorElement>(":scope > [data-successor]");
  if (successor) location.replace(successor.href);
}

addEventListener("hashchange", followRemoved);
followRemoved();
addCopyButtons();
markCurrentHeading();
startSearch();
