import type { Block, MediaBlock } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Page } from "@playwright/test";
import { anchored, card, centered, ended, expect, focus, openTour, paragraph, test } from "./support/app-page.ts";
import { audit } from "./support/axe-audit.ts";

const VIDEO: MediaBlock = { kind: "video", url: "https://youtu.be/aqz-KE-bpKQ?t=9", title: "A tour in a minute" };
const EMBED: MediaBlock = {
  kind: "embed",
  url: "https://calendly.com/acme/30min",
  title: "Book a call",
  height_px: 300,
};
const FILE: MediaBlock = {
  ...{ kind: "video", url: "/clip.mp4", title: "Clip", poster: "https://cdn.example/poster.png", ratio: "4:3" },
  captions: [
    { url: "/en.vtt", language: "en" },
    { url: "/ar.vtt", language: "ar" },
  ],
};
const GIF: Block = { kind: "image", url: "https://cdn.example/Spin.GIF", alt: "A spinning wheel" };

/** A stand-in for all other hosts. Returns the hosts that were asked. */
async function otherHosts(app: Page): Promise<string[]> {
  const asked: string[] = [];
  await app.context().route(
    (url) => url.hostname !== "127.0.0.1",
    (route) => {
      asked.push(new URL(route.request().url()).host);
      const is_picture = route.request().resourceType() === "image";
      return route.fulfill(
        is_picture
          ? { contentType: "image/gif", body: TWO_FRAMES }
          : { contentType: "text/html", body: "<!doctype html><title>Player</title><button>Inside</button>" },
      );
    },
  );
  return asked;
}

/** Two pixels of time: red, then blue. */
const TWO_FRAMES = Buffer.from(
  "47494638396101000100800100ff00000000ff21ff0b4e45545343415045322e30030100000021f904000a0000002c000000000100010000020244010021f904000a0000002c00000000010001000002024c01003b",
  "hex",
);

const figure = (app: Page) => card(app).locator("figure");
const press = (app: Page, name: string) => card(app).getByRole("button", { name });

const announcement = (block: Block): Body => ({
  ...{ type: "announcement", form: "modal", tone: "info", feed: false },
  panels: [{ id: "a", title: "Watch this", blocks: [...paragraph("A minute."), block] }],
  suppression: { offered: false, days: 365 },
});

test.describe("on a page whose policy allows the hosts", () => {
  test.use({ bypassCSP: true });

  test("asks no host before the click, then plays in a sandboxed frame that Escape closes", async ({ app }) => {
    const asked = await otherHosts(app);
    await openTour(app, [anchored("a", "#row-3", { blocks: [VIDEO] }), centered("b")]);
    await expect(press(app, "Play video: A tour in a minute")).toBeVisible();
    await expect(figure(app)).toContainText("Loads from www.youtube-nocookie.com");
    const before = await card(app).boundingBox();
    expect(asked).toEqual([]);
    expect(await audit(app)).toEqual({ violations: [], undecided: [] });

    await press(app, "Play video: A tour in a minute").press("Enter");
    const frame = card(app).locator("iframe");
    await expect(frame).toHaveAttribute("title", "A tour in a minute");
    await expect(frame).toHaveAttribute(
      "src",
      "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&playsinline=1&rel=0&start=9",
    );
    expect(await frame.getAttribute("sandbox")).not.toContain("top-navigation");
    await expect(frame.contentFrame().getByRole("button", { name: "Inside" })).toBeVisible();
    expect(asked).toEqual(["www.youtube-nocookie.com"]);
    // Its space was reserved.
    expect(await card(app).boundingBox()).toEqual(before);
    await expect.poll(() => focus(app)).toBe("Close");
    expect(await audit(app)).toEqual({ violations: [], undecided: [] });

    await app.keyboard.press("Enter");
    await expect(press(app, "Play video: A tour in a minute")).toBeFocused();
    await expect(frame).toHaveCount(0);
    await app.keyboard.press("Enter");
    await expect(frame).toBeVisible();
    await app.keyboard.press("Escape");
    expect(await ended(app)).toEqual({ kind: "ended", reason: "escape", suppress: false });
    await expect(app.locator("iframe[title]")).toHaveCount(0);
  });

  test("embeds a page at its height, and reaches it with Tab in a modal", async ({ app }) => {
    const asked = await otherHosts(app);
    await app.evaluate((body) => window.driver.show(body), announcement(EMBED));
    await expect(press(app, "Show: Book a call")).toBeVisible();
    expect(asked).toEqual([]);
    await press(app, "Show: Book a call").click();
    const frame = card(app).locator("iframe");
    await expect(frame).toHaveAttribute("src", EMBED.url);
    expect((await frame.boundingBox())?.height).toBe(300);
    await expect(frame.contentFrame().getByRole("button", { name: "Inside" })).toBeVisible();
    await expect.poll(() => focus(app)).toBe("Close");
    await app.keyboard.press("Shift+Tab");
    await expect(frame.contentFrame().getByRole("button", { name: "Inside" })).toBeFocused();
    expect(await audit(app)).toEqual({ violations: [], undecided: [] });
  });

  test("plays a file with controls and captions, or links to one that can't be played", async ({ app }) => {
    await otherHosts(app);
    await app.evaluate((body) => window.driver.show(body), announcement(FILE));
    await app.evaluate(() => {
      // The fixture server has no video. What the player makes of it is looked at before it fails.
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        const tracks = [...this.querySelectorAll("track")].map(({ srclang, label, src }) => [srclang, label, src]);
        Object.assign(window, { played: [this.controls, this.autoplay, this.muted, this.ariaLabel, tracks] });
        return Promise.resolve();
      };
    });
    await press(app, "Play video: Clip").click();
    const origin = new URL(app.url()).origin;
    const played = [
      ["en", "English", `${origin}/en.vtt`],
      ["ar", "العربية", `${origin}/ar.vtt`],
    ];
    expect(await app.evaluate(() => Reflect.get(window, "played"))).toEqual([true, false, false, "Clip", played]);
    await expect(card(app).getByRole("alert")).toHaveText("This video can’t be played here.");
    await expect(card(app).getByRole("link", { name: "Open in a new tab" })).toHaveAttribute(
      "href",
      `${origin}/clip.mp4`,
    );
    expect(await audit(app)).toEqual({ violations: [], undecided: [] });
  });

  test("shows a still of an animation with reduced motion, and plays it on request", async ({ app }) => {
    await otherHosts(app);
    await app.emulateMedia({ reducedMotion: "reduce" });
    await openTour(app, [centered("a", { blocks: [GIF] })]);
    const still = card(app).getByRole("img", { name: "A spinning wheel" });
    expect(await still.evaluate(({ localName }) => localName)).toBe("canvas");
    expect(await audit(app)).toEqual({ violations: [], undecided: [] });
    await press(app, "Play animation: A spinning wheel").click();
    expect(await still.evaluate(({ localName }) => localName)).toBe("img");
    await press(app, "Stop animation: A spinning wheel").click();
    expect(await still.evaluate(({ localName }) => localName)).toBe("canvas");
  });

  test("lets animations move without the preference", async ({ app }) => {
    await otherHosts(app);
    await app.emulateMedia({ reducedMotion: "no-preference" });
    await openTour(app, [centered("a", { blocks: [GIF] })]);
    const image = card(app).getByRole("img", { name: "A spinning wheel" });
    expect(await image.evaluate(({ localName }) => localName)).toBe("img");
  });
});

test("shows that the page's policy blocks a host, with a link to open it instead", async ({ app }) => {
  const asked = await otherHosts(app);
  for (const [block, button, link] of [
    [VIDEO, "Play video: A tour in a minute", "https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=9"],
    [EMBED, "Show: Book a call", EMBED.url],
    [
      { ...FILE, url: "https://cdn.example/clip.mp4", poster: undefined },
      "Play video: Clip",
      "https://cdn.example/clip.mp4",
    ],
  ] as const) {
    await app.evaluate((body) => window.driver.show(body), announcement(block));
    await press(app, button).click();
    await expect(card(app).getByRole("alert")).toContainText("This site’s security settings block");
    await expect(card(app).getByRole("link", { name: "Open in a new tab" })).toHaveAttribute("href", link);
    await expect(card(app).locator("iframe, video")).toHaveCount(0);
    await expect.poll(() => focus(app)).toBe("Close");
    await app.evaluate(() => window.driver.tour?.close("navigation"));
  }
  expect(asked).toEqual([]);
  // The strict page counts violations, and these are meant.
  expect(await app.evaluate(() => window.refused.splice(0))).toEqual(["frame-src", "frame-src", "media-src"]);
});
