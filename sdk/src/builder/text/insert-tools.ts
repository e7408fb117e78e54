import { call } from "../../lib/native.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "./author-page.ts";
import type { InsertList, InsertLists, RunCommand } from "./insert-list.ts";
import { tool } from "./tool.ts";

/** Buttons that insert variables and emoji. `{` offers variables, too. Their lists, and the form for links, load with the first focus. */
export interface InsertTools {
  readonly buttons: readonly HTMLElement[];
  /** Asks for the address of this link, or of that at the selection. */
  link(link?: HTMLAnchorElement): void;
  /** Shows the lists in the bar of the text. */
  attach(bar: HTMLElement): void;
}

interface InsertDeps {
  readonly page: AuthorPage;
  readonly text: HTMLElement;
  readonly report: () => void;
  readonly signal?: AbortSignal | undefined;
  readonly run: RunCommand;
}

export function createInsertTools({ page, text, report, signal, run }: InsertDeps): InsertTools {
  const { document } = page;
  let loading: Promise<InsertLists> | undefined;
  let shown: readonly InsertList[] = [];
  let bar: HTMLElement | undefined;
  const load = async (): Promise<InsertLists | undefined> => {
    loading ??= import("./insert-lists.ts").then(({ createInsertLists }) => createInsertLists(page, text, report, run));
    try {
      const loaded = await loading;
      if (shown.length === 0) bar?.append(...loaded.map(({ box }) => box));
      shown = loaded;
      shown[0]?.update();
      return loaded;
    } catch {
      // Tried again with the next focus.
      loading = undefined;
      return undefined;
    }
  };
  const variable = tool(document, t("Variable"), "variable", () => {
    text.focus();
    call(document, "execCommand", "insertText", false, "{");
    report();
    void load();
  });
  const emoji = tool(document, t("Emoji"), "emoji", async () => (await load())?.[1].toggle());
  return {
    buttons: [variable, emoji],
    link: (link) => void load().then((loaded) => loaded?.[2].open(link)),
    attach(own) {
      bar = own;
      text.addEventListener("focus", () => void load(), signal && { signal });
      listen(text, own, () => shown, signal);
    },
  };
}

function listen(text: HTMLElement, bar: HTMLElement, shown: () => readonly InsertList[], signal?: AbortSignal): void {
  const on = { capture: true, ...(signal && { signal }) };
  const update = (): void => {
    for (const each of shown()) each.update();
  };
  for (const name of ["input", "keyup", "pointerup"]) text.addEventListener(name, update, on);
  const leave = ({ relatedTarget }: FocusEvent): void => {
    // Focus moves between nodes. Null: a card hides the panel for a moment, or the window isn't active.
    const to = relatedTarget as Node | null;
    // The page takes the focus when it opens a dialog, which keeps what is open here.
    const is_ours = to?.getRootNode() === text.getRootNode();
    if (is_ours && !text.contains(to) && !bar.contains(to)) for (const each of shown()) each.close();
  };
  const takeKey = (event: Event): void => {
    // Only key presses are listened for.
    const [pressed, target] = [event as KeyboardEvent, event.target as Node];
    if ((text.contains(target) || bar.contains(target)) && shown().some((each) => each.takesKey(pressed)))
      event.preventDefault();
  };
  for (const each of [text, bar]) each.addEventListener("focusout", leave, on);
  // Before a card's own listeners, which keep keys from everything in it. The panel's text isn't in its tree yet.
  for (const each of text.isConnected ? [text.getRootNode()] : [text, bar])
    each.addEventListener("keydown", takeKey, on);
}
