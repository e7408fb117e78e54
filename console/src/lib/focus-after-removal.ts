/** Rows of lists and tables. Other elements that can be removed one by one have `data-row`. */
const ROWS = "li, tr, [data-row]";
/** Menus and dialogs about a row. */
const POPUPS = "[role=dialog], [role=alertdialog], [role=menu]";
const CONTROLS = "a[href], button, input, select, textarea, [tabindex='0']";

/** The row that has the focus, or whose popup has it, and what is around it while it's still there. */
interface FocusedRow {
  readonly row: Element;
  readonly after: readonly Element[];
  readonly before: readonly Element[];
  /** From the row's parent to the body. */
  readonly around: readonly Element[];
  /** Position of the focused control in the row. */
  readonly control: number;
}

/**
 * When the row with the focus is removed, moves the focus to the same control of the next row, or of the previous one.
 * After the last row, moves it to the heading of the list. Otherwise, keyboards start again at the top of the page.
 */
export function keepFocusInLists({ document, MutationObserver }: Window & typeof globalThis): () => void {
  let held: FocusedRow | undefined;
  const hold = (focused: EventTarget | null): void => {
    if (!(focused instanceof Element) || focused.closest(POPUPS) !== null) return;
    held = focusedRow(focused);
  };
  const note = ({ target }: Event): void => hold(target);
  // A press beside the row moves the focus away without a focus event.
  const press = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(POPUPS) === null && held?.row.contains(target) === false) {
      held = undefined;
    }
  };
  const observer = new MutationObserver(() => {
    if (held === undefined || held.row.isConnected) return;
    const gone = held;
    held = undefined;
    if (document.activeElement === document.body) focusNear(gone);
  });
  document.addEventListener("focusin", note);
  document.addEventListener("pointerdown", press, { capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
  hold(document.activeElement);
  return () => {
    document.removeEventListener("focusin", note);
    document.removeEventListener("pointerdown", press, { capture: true });
    observer.disconnect();
  };
}

function focusedRow(focused: Element): FocusedRow | undefined {
  const row = focused.closest(ROWS);
  const list = row?.parentElement;
  if (!row || !list) return undefined;
  const rows = [...list.children];
  const at = rows.indexOf(row);
  const around: Element[] = [];
  for (let each: Element | null = list; each !== null; each = each.parentElement) around.push(each);
  return {
    ...{ row, around },
    after: rows.slice(at + 1),
    before: rows.slice(0, at).reverse(),
    // Cast: only elements that can have the focus are listed.
    control: controlsOf(row).indexOf(focused as HTMLElement),
  };
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each) => !each.matches(":disabled") && each.tabIndex >= 0,
  );
}

function focusNear({ after, before, around, control }: FocusedRow): void {
  for (const row of [...after, ...before]) {
    if (!row.isConnected || !row.matches(ROWS)) continue;
    const controls = controlsOf(row);
    const next = controls[control] ?? controls[0];
    if (next === undefined) continue;
    next.focus();
    return;
  }
  const heading = around
    .filter((each) => each.isConnected)
    .map((each) => each.querySelector<HTMLElement>("h1, h2, h3"))
    .find((each) => each !== null);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.style.outline = "none";
  heading.focus({ preventScroll: true });
}
