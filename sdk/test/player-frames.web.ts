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
  test,
  title,
} from "./support/app-page.ts";

/** Adds a same-site frame with a field and two buttons. `depth`: number of nested frames. */
async function frame(app: Page, depth = 1): Promise<void> {
  await app.evaluate((deep) => {
    let { document: at } = window;
    let place: Element | null = document.querySelector("#filter");
    for (let left = deep; left > 0; left--) {
      const inner = at.createElement("iframe");
      inner.title = "Inner";
      inner.style.cssText = "width:300px;height:160px";
      place?.append(inner);
      if (inner.contentDocument === null) throw new Error("The frame has no document.");
      at = inner.contentDocument;
      place = at.body;
    }
    const field = at.createElement("input");
    field.id = "inner-field";
    const names = ["inner-first", "inner-last"].map((id) => {
      const button = at.createElement("button");
      button.id = button.textContent = id;
      return button;
    });
    const group = at.createElement("p");
    group.id = "inner-group";
    group.append(...names);
    at.body.append(field, group);
  }, depth);
}

const focusWithin = (app: Page): Promise<string> =>
  app.evaluate(() => {
    let at = document.activeElement;
    for (let inner = at; inner; ) {
      at = inner;
      const shown: ParentNode | null =
        inner instanceof HTMLIFrameElement || inner.localName === "iframe"
          ? (inner as HTMLIFrameElement).contentDocument
          : inner.shadowRoot;
      inner = (shown as Document | ShadowRoot | null)?.activeElement ?? null;
    }
    return at?.id || at?.ariaLabel || at?.textContent?.trim() || "nothing";
  });

test.describe("same-site frame", () => {
  for (const depth of [1, 2]) {
    test(`cycles Tab between card and target ${depth} frames deep, where Escape closes`, async ({ app }) => {
      await frame(app, depth);
      await app.locator("#search").focus();
      const before = await listeners(app);
      await openTour(app, [anchored("a", "#inner-group"), centered("b")], { days: 0 });
      const seen: string[] = [];
      for (const key of ["Tab", "Tab", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
        await app.keyboard.press(key);
        seen.push(await focusWithin(app));
      }
      const round = ["Next", "Close", "inner-first", "inner-last"];
      expect(seen).toEqual([...round, "Next", ...[...round].reverse()]);
      await app.keyboard.press("Shift+Tab");
      await expect.poll(() => focusWithin(app)).toBe("inner-last");
      await app.keyboard.press("Escape");
      expect((await ended(app)).reason).toBe("escape");
      await expect.poll(() => listeners(app)).toEqual(before);
    });
  }

  test("leaves Escape to fields and dialogs in the frame and moves Tab to the card", async ({ app }) => {
    await frame(app);
    await openTour(app, [anchored("a", "#inner-group")], { days: 0 });
    const inside = app.frameLocator("iframe");
    await inside.locator("#inner-field").focus();
    await app.keyboard.press("Escape");
    await title(app, "Title a");
    await app.keyboard.press("Tab");
    await expect.poll(() => focus(app)).toBe("Done");
    await inside.locator("body").evaluate((body) => {
      const dialog = body.ownerDocument.createElement("dialog");
      const button = body.ownerDocument.createElement("button");
      button.textContent = "Sure";
      dialog.append(button);
      body.append(dialog);
      dialog.showModal();
    });
    await inside.getByRole("button", { name: "Sure" }).focus();
    await app.keyboard.press("Escape");
    await expect(inside.locator("dialog")).toBeHidden();
    await expect(card(app)).toBeVisible();
  });

  test("receives keys of a focused frame when a tour opens", async ({ app }) => {
    await frame(app);
    const button = app.frameLocator("iframe").locator("#inner-first");
    await button.focus();
    await openTour(app, [centered("a")], { days: 0 });
    await button.focus();
    await app.keyboard.press("Escape");
    expect((await ended(app)).reason).toBe("escape");
    await expect.poll(() => focusWithin(app)).toBe("inner-first");
  });
});
