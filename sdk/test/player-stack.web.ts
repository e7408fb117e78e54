import type { Step } from "@fanfare/contract/content/tour";
import type { Page } from "@playwright/test";
import {
  anchored,
  card,
  centered,
  ended,
  expect,
  focus,
  listeners,
  openTour,
  paragraph,
  startTour,
  test,
} from "./support/app-page.ts";
import {
  announcement,
  heard,
  onTop,
  pageItself,
  places,
  recordEvents,
  scene,
  show,
  shown,
} from "./support/stack-page.ts";

const component = (app: Page): Promise<void> =>
  app.evaluate(() => {
    const host = document.createElement("section");
    host.id = "component";
    const dialog = document.createElement("dialog");
    dialog.id = "within";
    const button = document.createElement("button");
    button.textContent = "Within";
    dialog.append(button);
    host.attachShadow({ mode: "open" }).append(dialog);
    document.querySelector("main")?.append(host);
  });
const within = (app: Page, task: "showModal" | "close" | "remove"): Promise<void> =>
  app.evaluate((name) => document.querySelector("#component")?.shadowRoot?.querySelector("dialog")?.[name](), task);

test("moves untargeted content into later dialogs and back, announced once", async ({ app }) => {
  await app.evaluate(() => {
    const inner = document.createElement("dialog");
    inner.id = "inner";
    inner.textContent = "Sure?";
    document.body.append(inner);
  });
  const before = await listeners(app);
  const page = await pageItself(app);
  await show(app, announcement("toast", "a"));
  await show(app, scene("checklist"));
  await show(app, scene("survey, nps"));
  await shown(app, 3);
  await expect.poll(() => places(app)).toEqual(["body", "body", "body"]);
  // Wait for the last announcement and the end of all animations.
  await app.waitForFunction(() => {
    const hosts = [...document.querySelectorAll("fanfare-ui")].map(({ shadowRoot }) => shadowRoot);
    const is_announced = hosts.some((each) =>
      each?.querySelector("[role=status]")?.textContent?.includes("How is it going?"),
    );
    return is_announced && hosts.every((each) => each?.getAnimations().length === 0);
  });
  await recordEvents(app);
  await app.locator("#open-dialog").click();
  await expect.poll(() => places(app)).toEqual(["order", "order", "order"]);
  await expect.poll(() => focus(app)).toBe("note");
  await app.keyboard.press("F6");
  await expect.poll(() => focus(app)).toBe("Notifications");
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#inner")?.showModal());
  await expect.poll(() => places(app)).toEqual(["inner", "inner", "inner"]);
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#inner")?.close());
  await expect.poll(() => places(app)).toEqual(["order", "order", "order"]);
  await expect.poll(() => focus(app)).toBe("Notifications");
  // Closed by script while focus is in a toast.
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#order")?.close());
  await expect.poll(() => places(app)).toEqual(["body", "body", "body"]);
  await expect.poll(() => focus(app)).toBe("Notifications");
  expect(await heard(app)).toEqual([]);
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#order")?.showModal());
  await expect.poll(() => places(app)).toEqual(["order", "order", "order"]);
  await app.evaluate(() => {
    const order = document.querySelector("#order");
    order?.replaceWith(order.cloneNode(true));
    document.querySelector("#order")?.removeAttribute("open");
    for (const each of document.querySelectorAll("#order fanfare-ui")) each.remove();
  });
  await expect.poll(() => places(app)).toEqual(["body", "body", "body"]);
  for (const name of ["Close", "Close", "Close"]) {
    await app.locator("fanfare-ui").getByRole("button", { name, exact: true }).first().click();
  }
  await expect.poll(() => places(app)).toEqual([]);
  expect(await pageItself(app)).toBe(page);
  await expect.poll(() => listeners(app)).toEqual(before);
});

test("moves an untargeted step into a dialog in a shadow root, with its Escape", async ({ app }) => {
  await component(app);
  await openTour(app, [centered("a"), centered("b")]);
  await within(app, "showModal");
  await expect.poll(() => places(app)).toEqual(["within"]);
  await app.keyboard.press("Escape");
  await expect.poll(() => places(app)).toEqual(["body"]);
  await within(app, "showModal");
  await expect.poll(() => places(app)).toEqual(["within"]);
  await card(app).getByRole("button", { name: "Next" }).click();
  await expect(card(app).getByRole("heading")).toHaveText("Title b");
  await expect.poll(() => focus(app)).toBe("title");
  await within(app, "remove");
  await expect.poll(() => places(app)).toEqual(["body"]);
  await card(app).getByRole("button", { name: "Done" }).click();
  expect((await ended(app)).reason).toBe("completed");
});

test("opens content inside a shadow root's dialog, and next to a focus trap", async ({ app }) => {
  await component(app);
  await within(app, "showModal");
  await app.evaluate(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
  });
  await show(app, announcement("toast", "a"));
  await shown(app, 1);
  await expect.poll(() => places(app)).toEqual(["within"]);
  await within(app, "close");
  await expect.poll(() => places(app)).toEqual(["body"]);
  await app.evaluate(() => {
    const trap = document.createElement("div");
    trap.id = "trap";
    trap.role = "dialog";
    trap.ariaModal = "true";
    trap.ariaLabel = "Trapped";
    const storeAnonymous = document.createElement("button");
    storeAnonymous.id = "keep";
    trap.append(storeAnonymous);
    for (const each of document.body.children) each.ariaHidden = "true";
    document.body.append(trap);
    document.addEventListener("focusin", ({ target }) => {
      if (target instanceof Node && trap.isConnected && !trap.contains(target)) storeAnonymous.focus();
    });
    storeAnonymous.focus();
  });
  await expect.poll(() => places(app)).toEqual(["trap"]);
  await app.keyboard.press("F6");
  await expect.poll(() => focus(app)).toBe("Notifications");
  await app.evaluate(() => {
    const trap = document.querySelector<HTMLElement>("#trap");
    if (trap) trap.style.display = "none";
  });
  await expect.poll(() => places(app)).toEqual(["body"]);
  await expect(app.locator("fanfare-ui").getByRole("button", { name: "Close" })).toBeVisible();
});

test("keeps a toast reachable and closable next to a Fanfare dialog", async ({ app }) => {
  await show(app, announcement("toast", "a"));
  await show(app, scene("checklist"));
  await shown(app, 2);
  await show(app, announcement("modal", "b"));
  await shown(app, 3);
  const dialog = app.getByRole("dialog", { name: "Title b" });
  await expect.poll(() => focus(app)).toBe("title-0");
  await expect.poll(() => places(app)).toEqual(["body", "body", "dialog"]);
  await app.keyboard.press("F6");
  await expect.poll(() => focus(app)).toBe("Notifications");
  await app.keyboard.press("F6");
  await expect.poll(() => focus(app)).toBe("title-0");
  await app.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect.poll(() => places(app)).toEqual(["body", "body"]);
  await expect.poll(() => onTop(app, ".notice", ".corner .close")).toEqual([true, true]);
});

const saidIn = (app: Page, place: string): Promise<string> =>
  app.evaluate((selector) => {
    const ours = [...document.querySelectorAll("fanfare-ui")].map(({ shadowRoot }) =>
      shadowRoot?.querySelector("dialog"),
    );
    const around = document.querySelector(selector) ?? ours.find((each) => each != null);
    const hosts = [...(around?.querySelectorAll(":scope>fanfare-ui") ?? [])];
    return hosts.map(({ shadowRoot }) => shadowRoot?.querySelector("[role=status]")?.textContent ?? "").join("");
  }, place);

test("announces within a Fanfare dialog and keeps toasts off its sheet buttons", async ({ app }) => {
  await app.setViewportSize({ width: 320, height: 640 });
  let arrive = (): void => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await app.route(/\/top-layer-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // The maximum height of a sheet.
  const long = paragraph("A word that is followed by many others. ".repeat(60));
  await show(app, { ...announcement("modal", "b"), panels: [{ id: "b", title: "Title b", blocks: long }] });
  await shown(app, 1);
  await show(app, announcement("toast", "a"));
  await shown(app, 2);
  await expect.poll(() => saidIn(app, "body")).toBe("Title a. A word.");
  arrive();
  await expect.poll(() => saidIn(app, "#ours")).toBe("Title a. A word.");
  await expect
    .poll(() =>
      app.evaluate(() => {
        const host = document.querySelector("fanfare-ui:not([popover])")?.shadowRoot;
        const toast = host?.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".notice")?.getBoundingClientRect();
        const sheet = host?.querySelector(".card")?.getBoundingClientRect();
        if (!toast || !sheet || toast.height === 0) return "There is none.";
        return toast.top >= 0 && toast.bottom <= sheet.top && sheet.bottom === window.innerHeight;
      }),
    )
    .toBe(true);
  await expect.poll(() => onTop(app, ".card")).toEqual([true]);
  // A banner stays on the page and is announced in the dialog.
  await show(app, announcement("banner", "c"));
  await expect.poll(() => saidIn(app, "#ours")).toContain("Title c. A word.");
  await app.keyboard.press("Escape");
  await expect.poll(() => places(app)).toEqual(["body", "body", "html"]);
});

test("makes room for a banner and a bar beside a modal dialog, announced once", async ({ app }) => {
  const page = await pageItself(app);
  await app.locator("#open-dialog").click();
  await show(app, announcement("banner", "a"));
  await expect.poll(() => places(app)).toEqual(["html", "order"]);
  await expect.poll(() => saidIn(app, "#order")).toBe("Title a. A word.");
  await openTour(app, [{ ...centered("b"), kind: "banner", edge: "bottom" } as Step]);
  /** How much taller the bar is than its spacer, and whether the spacer is at the end of the page. */
  const room = () =>
    app.evaluate(() => {
      const hosts = [...document.querySelectorAll("fanfare-ui")];
      const bar = hosts.map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(".bar")).find((each) => !!each);
      const end = document.querySelector<HTMLElement>("body+fanfare-room");
      return bar && end ? bar.offsetHeight - end.offsetHeight : "There is none.";
    });
  await expect.poll(room).toBe(0);
  await recordEvents(app);
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#order")?.close());
  await expect.poll(() => places(app)).toEqual(["body", "body", "html"]);
  await expect.poll(room).toBe(0);
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#order")?.showModal());
  await expect.poll(() => places(app)).toEqual(["html", "order", "order"]);
  await expect.poll(room).toBe(0);
  expect(JSON.stringify(await heard(app))).not.toContain("Title a");
  await card(app).getByRole("button", { name: "Done" }).click();
  await app.evaluate(() => document.querySelector<HTMLDialogElement>("#order")?.close());
  await app.locator("fanfare-ui").getByRole("button", { name: "Close" }).click();
  await expect.poll(() => places(app)).toEqual([]);
  expect(await pageItself(app)).toBe(page);
});

test("keeps a panel and a hint through a modal dialog, unreachable meanwhile", async ({ app }) => {
  await show(app, announcement("toast", "t"));
  await shown(app, 1);
  await show(app, scene("popover"));
  await shown(app, 2);
  /** Opens the dialog, checks that F6 cycles between its field and the toast, and closes it. */
  const beside = async (order: readonly string[]): Promise<void> => {
    await app.evaluate(() => document.querySelector<HTMLDialogElement>("#order")?.showModal());
    await expect.poll(() => places(app)).toEqual(order);
    await expect.poll(() => focus(app)).toBe("note");
    for (const to of ["Notifications", "note"]) {
      await app.keyboard.press("F6");
      await expect.poll(() => focus(app)).toBe(to);
    }
    await app.keyboard.press("Escape");
    await expect.poll(() => places(app)).toEqual(order.map(() => "body"));
  };
  await beside(["body", "order"]);
  await expect.poll(() => onTop(app, ".card")).toEqual([true]);
  for (const [anchor, order] of [
    ["#new-order", ["body", "body", "order"]],
    [undefined, ["body", "order", "order"]],
  ] as const) {
    await app.evaluate((at) => window.driver.panel("feed", at), anchor);
    const panel = app.getByRole("dialog", { name: "Notifications" });
    await expect(panel).toBeVisible();
    await beside(order);
    await expect.poll(() => onTop(app, ".popup h2")).toEqual([true]);
    await panel.getByRole("button", { name: "Close" }).click();
    await expect(panel).toHaveCount(0);
  }
  await card(app).getByRole("button", { name: "Close" }).click();
  await expect.poll(() => places(app)).toEqual(["body"]);
});

test("stays visible over fullscreen elements", async ({ app }) => {
  await show(app, announcement("toast", "a"));
  await shown(app, 1);
  await openTour(app, [anchored("b", "#apply")]);
  await app.evaluate(() => document.querySelector("main")?.requestFullscreen());
  await expect.poll(() => onTop(app, ".card")).toEqual([true]);
  await expect.poll(() => places(app)).toEqual(["main", "main"]);
  await card(app).getByRole("button", { name: "Done" }).click();
  await expect.poll(() => onTop(app, ".notice")).toEqual([true]);
  await openTour(app, [anchored("c", "#apply")]);
  await app.evaluate(() => document.exitFullscreen());
  await expect.poll(() => onTop(app, ".card")).toEqual([true]);
  await expect.poll(() => places(app)).toEqual(["body", "body"]);
});

test("shows a hint in the page for a target in a dialog of a same-site frame", async ({ app }) => {
  await app.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.title = "Inner";
    document.querySelector("main")?.prepend(frame);
    const inner = frame.contentDocument;
    if (inner === null) throw new Error("The frame has no document.");
    const dialog = inner.createElement("dialog");
    const button = inner.createElement("button");
    button.id = "framed";
    button.textContent = "Framed";
    dialog.append(button);
    inner.body.append(dialog);
    dialog.showModal();
  });
  await show(app, {
    ...{ type: "hint", form: "popover", target: { strategies: [{ kind: "css", value: "#framed" }] } },
    ...{ placement: "auto", wait_ms: 5_000, suppression: { offered: true, days: 365 } },
    panel: { id: "p", title: "Framed", blocks: paragraph("A word.") },
  });
  await shown(app, 1);
  await expect.poll(() => places(app)).toEqual(["body"]);
  await expect.poll(() => onTop(app, ".card")).toEqual([true]);
});

test("keeps a page menu open and usable over content until Escape or a click", async ({ app }) => {
  await app.evaluate(() => {
    for (const kind of ["auto", "manual"]) {
      const layer = document.createElement("div");
      layer.id = kind;
      layer.popover = kind;
      for (const name of ["first", "second"]) {
        const item = document.createElement("button");
        item.id = `${kind}-${name}`;
        item.textContent = name;
        layer.append(item);
      }
      document.body.append(layer);
    }
    const whole = document.querySelector<HTMLElement>("#manual");
    if (whole) whole.style.cssText = "inset:0;width:auto;height:auto;pointer-events:none";
  });
  const menu = app.locator("#auto");
  await show(app, scene("checklist"));
  await startTour(app, [{ ...centered("a"), kind: "corner", corner: "top_start" } as Step]);
  await shown(app, 2);
  await app.evaluate(() => document.querySelector<HTMLElement>("#auto")?.showPopover());
  await show(app, announcement("toast", "b"));
  await shown(app, 3);
  await expect(menu).toBeVisible();
  await app.locator("#auto-first").focus();
  await app.keyboard.press("Tab");
  await expect.poll(() => focus(app)).toBe("auto-second");
  await app.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  const above = () => onTop(app, "[role=dialog] .close", ".notice", ".corner .close");
  await expect.poll(above).toEqual([true, true, true]);
  await app.evaluate(() => document.querySelector<HTMLElement>("#auto")?.showPopover());
  await app.locator("h1").click();
  await expect(menu).toBeHidden();
  expect(await app.evaluate(() => window.driver.events.filter(({ kind }) => kind === "ended"))).toEqual([]);
  await app.evaluate(() => document.querySelector<HTMLElement>("#manual")?.showPopover());
  await app.locator("#manual").evaluate((it) => {
    it.style.pointerEvents = "auto";
  });
  await expect.poll(above).toEqual([true, true, true]);
  await expect(app.locator("#manual")).toBeVisible();
  await app.locator("#manual-first").focus();
  await app.keyboard.press("Escape");
  expect((await ended(app)).reason).toBe("escape");
});

/** Modals as their libraries build them: no `aria-modal`, focus held by script, and closed by Escape. */
const LIBRARY_MODALS = {
  "Bootstrap 3": { open: "modal-open", dialog: "modal fade in", overlay: "modal-backdrop fade in" },
  "jQuery UI 1.13": { open: "", dialog: "ui-dialog ui-widget ui-front", overlay: "ui-widget-overlay ui-front" },
} as const;

const openLibraryModal = (app: Page, classes: { open: string; dialog: string; overlay: string }): Promise<void> =>
  app.evaluate((names) => {
    const dialog = document.createElement("div");
    dialog.id = "library";
    dialog.role = "dialog";
    dialog.tabIndex = -1;
    dialog.className = names.dialog;
    dialog.style.cssText = "display:block;position:fixed;inset:20%;background:#fff;z-index:1050";
    const keep = document.createElement("button");
    keep.id = "keep";
    keep.textContent = "Keep";
    dialog.append(keep);
    dialog.addEventListener("keydown", ({ key, defaultPrevented }) => {
      if (key === "Escape" && !defaultPrevented) dialog.remove();
    });
    let last: HTMLElement = keep;
    // Like jQuery, which repeats the focus of an element that doesn't take it.
    const hold = (to: EventTarget | null): void => {
      if (!(to instanceof HTMLElement) || !dialog.checkVisibility()) return;
      if (dialog.contains(to)) last = to;
      else {
        last.focus();
        hold(last);
      }
    };
    document.addEventListener("focus", ({ target }) => hold(target), true);
    const overlay = document.createElement("div");
    overlay.className = names.overlay;
    overlay.style.cssText = "position:fixed;inset:0;background:#0008;z-index:1040";
    if (names.open) document.body.classList.add(names.open);
    document.body.append(dialog, overlay);
    keep.focus();
  }, classes);

for (const [library, classes] of Object.entries(LIBRARY_MODALS)) {
  test(`shows a tour inside a modal of ${library}, with Tab and Escape`, async ({ app }) => {
    await openLibraryModal(app, classes);
    await openTour(app, [centered("a"), centered("b")]);
    expect(await places(app)).toEqual(["library"]);
    await expect.poll(() => focus(app)).toBe("title");
    await app.keyboard.press("Tab");
    await expect(card(app).locator(":focus")).toHaveCount(1);
    await card(app).getByRole("button", { name: "Next" }).focus();
    await app.keyboard.press("Enter");
    await expect(card(app).getByRole("heading")).toHaveText("Title b");
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
    await expect(app.locator("#library")).toBeVisible();
  });

  test(`keeps a tour that leaves a modal of ${library} usable, and with it when it closes`, async ({ app }) => {
    await openLibraryModal(app, classes);
    await openTour(app, [anchored("a", "#keep"), anchored("b", "#apply")]);
    await expect.poll(() => focus(app)).toBe("title");
    await card(app).getByRole("button", { name: "Next" }).click();
    await expect(card(app).getByRole("heading")).toHaveText("Title b");
    await expect(card(app).getByRole("heading")).toBeFocused();
    expect(await places(app)).toEqual(["library"]);
    await app.keyboard.press("Tab");
    await expect(card(app).locator("button:focus")).toHaveCount(1);
    await app.evaluate((open) => {
      for (const each of document.querySelectorAll<HTMLElement>("#library, #library + div"))
        each.style.display = "none";
      document.querySelector("#library")?.classList.remove("in");
      document.querySelector("#library + div")?.remove();
      if (open) document.body.classList.remove(open);
    }, classes.open);
    await expect.poll(() => places(app)).toEqual(["body"]);
    await card(app).getByRole("button", { name: "Done" }).click();
    expect((await ended(app)).reason).toBe("completed");
  });
}
