import type { Body } from "@fanfare/contract/content/body";
import type { Step } from "@fanfare/contract/content/tour";
import { seededRng } from "@fanfare/contract/lib/rng";
import {
  anchored,
  boxesOf,
  card,
  centered,
  ended,
  events,
  expect,
  focus,
  openTour,
  settled,
  test,
  title,
} from "./support/app-page.ts";

test("moves focus to each step's heading, described by progress and text", async ({ app }) => {
  await openTour(app, [centered("a"), anchored("b", "#apply")]);
  const dialog = app.getByRole("dialog", { name: "Title a" });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.getAttribute("aria-modal")).toBeNull();
  await expect(card(app).getByRole("heading")).toBeFocused();
  await expect(card(app).getByRole("heading")).toHaveAccessibleDescription("Step 1 of 2 Text of a.");
  await card(app).getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
  await expect(card(app).getByRole("heading")).toBeFocused();
});

test("returns focus to the previously focused element", async ({ app }) => {
  await app.locator("#open-dialog").focus();
  await openTour(app, [centered("a")]);
  await app.keyboard.press("Escape");
  expect((await ended(app)).reason).toBe("escape");
  await expect.poll(() => focus(app)).toBe("open-dialog");
});

test("moves focus to the target when the previous element is gone", async ({ app }) => {
  await app.locator("#open-dialog").focus();
  await openTour(app, [anchored("a", "#apply")]);
  await app.evaluate(() => document.querySelector("#open-dialog")?.remove());
  await card(app).getByRole("button", { name: "Close" }).click();
  await ended(app);
  await expect.poll(() => focus(app)).toBe("apply");
});

test("prefers a replacement of the same name to the target for focus", async ({ app }) => {
  await app.locator("#open-dialog").focus();
  await openTour(app, [anchored("a", "#apply")]);
  await app.evaluate(() => {
    const old = document.querySelector("#open-dialog");
    old?.replaceWith(Object.assign(document.createElement("button"), { id: "open-dialog", textContent: "Open it" }));
  });
  await app.keyboard.press("Escape");
  await ended(app);
  await expect.poll(() => focus(app)).toBe("open-dialog");
});

test("moves focus temporarily to the nearest remaining heading as a last resort", async ({ app }) => {
  const before = await app.evaluate(() => {
    const opener = document.querySelector<HTMLElement>("#open-dialog");
    opener?.focus();
    const page = document.documentElement.cloneNode(true);
    if (page instanceof Element) page.querySelector("#open-dialog")?.remove();
    return page instanceof Element ? page.outerHTML : "";
  });
  await openTour(app, [centered("a")]);
  await app.evaluate(() => document.querySelector("#open-dialog")?.remove());
  await app.keyboard.press("Escape");
  await ended(app);
  await expect(app.getByRole("heading", { name: "Latest" })).toBeFocused();
  // Tab continues from there, and the page is unchanged.
  await app.keyboard.press("Tab");
  await expect.poll(() => focus(app)).toBe("scroller");
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
});

test("returns focus to the nearest place after a modal, a notice, and a survey", async ({ app }) => {
  const choices = { suppression: { offered: false, days: 365 } };
  const panels = [{ id: "a", title: "News", blocks: [] }];
  const question = { id: "q", kind: "text", title: "Why?", required: false, long: false } as const;
  const survey: Body = {
    ...choices,
    type: "survey",
    form: "corner",
    title: "Well?",
    blocks: [],
    questions: [question],
  };
  const bodies: readonly Body[] = [
    { ...choices, type: "announcement", form: "modal", tone: "info", feed: false, panels },
    { ...choices, type: "announcement", form: "toast", tone: "info", feed: false, panels },
    survey,
    { ...choices, type: "checklist", title: "First", blocks: [], opens: "open", tasks: [] },
  ];
  for (const body of bodies) {
    await app.evaluate((shown) => {
      window.driver.events.length = 0;
      const opener = Object.assign(document.createElement("button"), { textContent: "Passing" });
      document.querySelector("#filter")?.append(opener);
      opener.focus();
      return window.driver.show(shown);
    }, body);
    await app.waitForFunction(() => window.driver.events.length > 0);
    if (body.type !== "announcement" || body.form !== "modal") await app.keyboard.press("F6");
    await expect.poll(() => app.evaluate(() => document.activeElement?.localName)).toBe("fanfare-ui");
    await app.evaluate(() => {
      for (const each of document.querySelectorAll("#filter > button:not(#apply)")) each.remove();
      window.driver.tour?.close("api");
    });
    await expect(app.getByRole("heading", { name: "Filter" }), body.type).toBeFocused();
  }
  // Focus also enters by pointer; afterward, the field that was being edited gets it back.
  await app.locator("#customer").focus();
  await app.evaluate((shown) => window.driver.show(shown), survey);
  await card(app).getByRole("textbox").click();
  await card(app).getByRole("button", { name: "Close" }).click();
  await expect(app.locator("#customer")).toBeFocused();
});

test("keeps content open on Escape if so configured, and closes by its cross", async ({ app }) => {
  const stays = { escape: "stays", suppression: { offered: false, days: 365 } } as const;
  const panel = { id: "a", title: "News", blocks: [] };
  const question = { id: "q", kind: "text", title: "Why?", required: false, long: false } as const;
  const target = { strategies: [{ kind: "css", value: "#apply" }] } as const;
  const bodies: readonly Body[] = [
    { ...stays, type: "tour", steps: [centered("a")] },
    { ...stays, type: "hint", form: "popover", panel, target, placement: "auto", wait_ms: 2_000 },
    { ...stays, type: "announcement", form: "modal", tone: "info", panels: [panel] },
    { ...stays, type: "survey", form: "corner", title: "Well?", blocks: [], questions: [question] },
    { ...stays, type: "survey", form: "modal", title: "Well?", blocks: [], questions: [question] },
  ];
  for (const body of bodies) {
    await app.evaluate((shown) => {
      window.driver.events.length = 0;
      return window.driver.show(shown);
    }, body);
    await card(app).waitFor();
    const cross = card(app).getByRole("button", { name: "Close" });
    await cross.focus();
    await app.keyboard.press("Escape");
    await app.keyboard.press("Escape");
    await expect(cross, `${body.type} stays`).toBeFocused();
    await cross.press("Enter");
    expect((await ended(app)).reason, body.type).toBe("close_button");
  }
});

test("cycles Tab through heading, card, and target, and back with Shift+Tab", async ({ app }) => {
  await openTour(app, [centered("z"), anchored("a", "#filter"), centered("b")], {
    ...{ step_id: "a", every_step: true },
  });
  const walk = async (key: string, count: number): Promise<readonly string[]> => {
    const seen: string[] = [];
    for (let step = 0; step < count; step++) {
      await app.keyboard.press(key);
      seen.push(await focus(app));
    }
    return seen;
  };
  const round = ["on", "Back", "Next", "Close", "customer", "status", "apply"];
  const heard = await walk("Tab", 8);
  // The checkbox has no name or text of its own.
  expect(heard.map((name) => (name === "input" ? "on" : name))).toEqual([...round, "on"]);
  const backwards = await walk("Shift+Tab", 7);
  expect(backwards.map((name) => (name === "input" ? "on" : name))).toEqual([...round].reverse());
});

test("excludes a blocked target from the Tab cycle", async ({ app }) => {
  await openTour(app, [anchored("a", "#filter", { interaction: "block" })], { days: 0 });
  const seen: string[] = [];
  for (let step = 0; step < 4; step++) {
    await app.keyboard.press("Tab");
    seen.push(await focus(app));
  }
  expect(seen).toEqual(["Done", "Close", "Done", "Close"]);
});

test("moves Tab from elsewhere on the page into the card", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply")], { days: 0 });
  await app.evaluate(() => document.querySelector<HTMLElement>("#new-order")?.focus());
  await app.keyboard.press("Tab");
  await expect.poll(() => focus(app)).toBe("Done");
});

test("sends all keys typed in the highlighted field to the field only", async ({ app }) => {
  await openTour(app, [anchored("a", "#customer"), centered("b")]);
  await app.locator("#customer").focus();
  await app.keyboard.type("Ada");
  for (const key of [
    "ArrowLeft",
    "ArrowRight",
    "ArrowLeft",
    "ArrowLeft",
    "Home",
    "End",
    "ArrowLeft",
    "x",
    "Enter",
    " ",
    "Escape",
  ]) {
    await app.keyboard.press(key);
  }
  await expect(app.locator("#customer")).toHaveValue("Adx a");
  await title(app, "Title a");
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown"]);
});

test("leaves 200 random keys in a field unaffected by a tour", async ({ app }) => {
  const KEYS = ["a", "Z", " ", "Enter", "Home", "End", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const more = ["Backspace", "Delete", "Shift+ArrowLeft", "Control+a", "PageUp", "PageDown", "7", "q", "Shift+Home"];
  const all = [...KEYS, ...more];
  const typed = async () => {
    const rng = seededRng(20);
    await app.locator("#customer").focus();
    for (let count = 0; count < 200; count++) await app.keyboard.press(all[Math.floor(rng.next() * all.length)] ?? "a");
    return app.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>("#customer");
      const { keys } = window.heard;
      return { text: field?.value, start: field?.selectionStart, end: field?.selectionEnd, keys: keys.splice(0) };
    });
  };
  const alone = await typed();
  expect(alone.keys.length).toBeGreaterThan(199);
  await app.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("#customer");
    if (field !== null) field.value = "";
  });
  await openTour(app, [anchored("a", "#customer"), centered("b")]);
  expect(await typed()).toEqual(alone);
  await title(app, "Title a");
});

test.describe("editable elements of every kind, with Escape and the arrows", () => {
  for (const markup of [
    "textarea",
    "select",
    "div[contenteditable]",
    "div[role=textbox]",
    "div[role=slider]",
    "input[type=range]",
  ]) {
    test(markup, async ({ app }) => {
      await app.evaluate((text) => {
        const [, name = "", attribute, value = ""] = /^(\w+)(?:\[(\w+)=?(\w*)\])?$/.exec(text) ?? [];
        const field = document.createElement(name);
        if (attribute !== undefined) field.setAttribute(attribute, value);
        field.id = "field";
        field.tabIndex = 0;
        field.textContent = "field";
        document.querySelector("#filter")?.append(field);
      }, markup);
      await openTour(app, [anchored("a", "#filter"), centered("b")]);
      await app.locator("#field").focus();
      for (const key of ["ArrowRight", "ArrowLeft", "Escape"]) await app.keyboard.press(key);
      await title(app, "Title a");
    });
  }
});

test("doesn't navigate with plain arrow keys, wherever the focus is", async ({ app }) => {
  await openTour(app, [centered("a"), centered("b")]);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "PageDown", "End"]) await app.keyboard.press(key);
  await title(app, "Title a");
});

test("keeps focus with a typing person and announces the step once instead", async ({ app }) => {
  await app.locator("#search").focus();
  await app.evaluate(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    // The live region must exist before its text; text inserted together with it isn't announced.
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement) || node.shadowRoot === null) continue;
          const status = node.shadowRoot.querySelector("[role=status]");
          announced.push(`region "${status?.textContent ?? "missing"}"`);
          if (status === null) continue;
          new MutationObserver(() => {
            if (status.textContent !== "") announced.push(status.textContent);
          }).observe(status, { childList: true });
        }
      }
    }).observe(document.body, { childList: true });
  });
  await openTour(app, [centered("a")]);
  await expect.poll(() => focus(app)).toBe("search");
  await expect(app.getByRole("status")).toHaveText("Title a. Step 1 of 1");
  expect(await app.evaluate(() => ("announced" in window ? window.announced : null))).toEqual([
    'region ""',
    "Title a. Step 1 of 1",
  ]);
  await app.keyboard.type("box");
  await expect(app.locator("#search")).toHaveValue("box");
});

test("keeps the field visible when a card opens while a person types", async ({ app }) => {
  const put = (css: string): Promise<void> =>
    app.evaluate((style) => {
      const field = document.querySelector<HTMLElement>("#search");
      if (field === null) return;
      field.style.cssText = style;
      field.focus();
    }, css);
  const width = "position:fixed;width:200px;height:40px;";
  await put(`${width}left:540px;top:340px`);
  await openTour(app, [
    centered("a"),
    { ...centered("b"), kind: "corner", corner: "bottom_end" } as Step,
    { ...centered("c"), kind: "banner", edge: "bottom" } as Step,
    anchored("d", "#apply", { placement: "bottom" }),
  ]);
  const free = () =>
    app.evaluate(() => {
      const card = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".card")?.getBoundingClientRect();
      const field = document.querySelector("#search")?.getBoundingClientRect();
      if (!card || !field) return "missing";
      const apart =
        card.bottom <= field.top || card.top >= field.bottom || card.right <= field.left || card.left >= field.right;
      return apart && card.top >= 0 && card.bottom <= window.innerHeight ? "free" : "covered";
    });
  await expect.poll(free).toBe("free");
  for (const [step, place] of [
    ["b", "right:40px;bottom:40px"],
    ["c", "left:300px;bottom:10px"],
  ] as const) {
    await put(width + place);
    await app.evaluate(() => window.driver.tour?.next());
    await title(app, `Title ${step}`);
    await expect.poll(free).toBe("free");
  }
  const { x = 0, y = 0 } = (await app.locator("#apply").boundingBox()) ?? {};
  await put(`${width}left:${x - 40}px;top:${y + 70}px`);
  await app.evaluate(() => window.driver.tour?.next());
  await title(app, "Title d");
  await expect.poll(free).toBe("free");
  await expect(app.locator("#search")).toBeFocused();
});

test("keeps the live region silent when focus moves to the step", async ({ app }) => {
  await openTour(app, [centered("a")]);
  await app.waitForTimeout(400);
  await expect(app.getByRole("status")).toHaveText("");
});

test("keeps focus on a click on the dimmed page", async ({ app }) => {
  await openTour(app, [anchored("a", "#customer")]);
  await app.locator("#customer").click();
  await app.mouse.click(5, 700);
  await expect.poll(() => focus(app)).toBe("customer");
});

test("ignores keys that the page handles", async ({ app }) => {
  await app.evaluate(() => {
    const own = (event: KeyboardEvent): void => {
      if (event.key === "Escape") event.preventDefault();
    };
    document
      .querySelector("#apply")
      ?.addEventListener("keydown", (event) => event instanceof KeyboardEvent && own(event));
  });
  await openTour(app, [anchored("a", "#apply")]);
  await app.locator("#apply").focus();
  await app.keyboard.press("Escape");
  await settled(app);
  await title(app, "Title a");
});

test("keeps a card in its place while it is pressed, whatever moves it", async ({ app }) => {
  // The card would cover the focused field, so it's elsewhere until the press moves focus.
  await app.evaluate(() => {
    const field = document.createElement("input");
    field.id = "corner-field";
    field.style.cssText = "position:fixed;inset:auto 40px 60px auto;width:200px";
    document.body.append(field);
  });
  await openTour(app, [{ ...centered("a"), kind: "corner", corner: "bottom_end" } as Step, centered("b")]);
  await app.locator("#corner-field").focus();
  const next = card(app).getByRole("button", { name: "Next" });
  await expect
    .poll(async () => {
      const [box, field] = await boxesOf(app, "fanfare-ui .card", "#corner-field");
      return (box?.bottom ?? 0) < (field?.top ?? 0);
    })
    .toBe(true);
  const before = await next.boundingBox();
  await next.hover();
  await app.mouse.down();
  await app.evaluate(() => window.dispatchEvent(new Event("resize")));
  await app.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await next.boundingBox()).toEqual(before);
  await app.mouse.up();
  await title(app, "Title b");
});
