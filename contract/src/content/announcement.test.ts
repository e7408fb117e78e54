import { expect, test } from "bun:test";
import { announcementBodySchema } from "../schema/content/announcement.ts";
import { collectTexts } from "../translation/texts.ts";
import { ANNOUNCEMENT_FORMS, isInFeed, scheduleWithCountdown } from "./announcement.ts";
import { contentLane } from "./lane.ts";

test("lists only toasts in the feed by default", () => {
  expect(ANNOUNCEMENT_FORMS.filter((form) => isInFeed({ form }))).toEqual(["toast"]);
  expect(isInFeed({ form: "toast", feed: false })).toBe(false);
  expect(isInFeed({ form: "modal", feed: true })).toBe(true);
});

const banner = (more: object) => ({
  ...{ type: "announcement", form: "banner", panels: [{ id: "a", title: "Sale" }], ...more },
});
const countdown = { ends_at: "2026-12-24T18:00", zone: "person" } as const;

test("ends the schedule of a banner with its countdown, unless a text follows or the time zones differ", () => {
  const scheduleOf = (counts: object, schedule?: Parameters<typeof scheduleWithCountdown>[0]["schedule"]) =>
    scheduleWithCountdown({ body: announcementBodySchema.parse(banner({ countdown: counts })), schedule });
  expect(scheduleOf(countdown)).toEqual(countdown);
  expect(scheduleOf({ ...countdown, ended_text: "Over." })).toBeUndefined();
  const starts_at = "2026-12-01T00:00";
  expect(scheduleOf(countdown, { starts_at, zone: "person" })).toEqual({ ...countdown, starts_at });
  const earlier = { ends_at: "2026-12-20T00:00", zone: "person" } as const;
  expect(scheduleOf(countdown, earlier)).toEqual(earlier);
  expect(scheduleOf(countdown, { ends_at: "2026-12-30T00:00", zone: "utc" })).toEqual({
    ...{ ends_at: "2026-12-30T00:00", zone: "utc" },
  });
});

test("lets only banners have a position and a countdown", () => {
  const rejected = (body: object) =>
    announcementBodySchema.safeParse(body).error?.issues.map(({ path }) => path.join("."));
  expect(rejected(banner({ form: "toast", position: { place: "bottom", sticky: true }, countdown }))).toEqual([
    "position",
    "countdown",
  ]);
  expect(rejected(banner({ position: { place: "before" } }))).toEqual(["position.target"]);
  expect(rejected(banner({ countdown: { ends_at: "2026-02-30T10:00" } }))).toEqual(["countdown.ends_at"]);
});

test("shows banners at elements side by side, and translates the text after a countdown", () => {
  const target = { strategies: [{ kind: "css", value: "#cart" }] };
  const inside = announcementBodySchema.parse(
    banner({ position: { place: "inside", target }, countdown: { ...countdown, ended_text: "Over." } }),
  );
  expect(contentLane(inside)).toBe("inline");
  expect(contentLane(announcementBodySchema.parse(banner({ position: { place: "bottom" } })))).toBe("bar");
  expect(Object.fromEntries(collectTexts(inside))).toEqual({ "a.title": "Sale", "countdown.ended": "Over." });
});
