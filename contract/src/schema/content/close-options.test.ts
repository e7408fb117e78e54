import { expect, test } from "bun:test";
import { announcementBodySchema } from "./announcement.ts";
import { checklistBodySchema } from "./checklist.ts";
import { hintBodySchema } from "./hint.ts";
import { surveyBodySchema } from "./survey.ts";
import { tourBodySchema } from "./tour.ts";

const panel = { id: "a", title: "News" };
const panels = [panel];
const target = { strategies: [{ kind: "test_id", value: "save" }] };
const step = { id: "a", kind: "centered", title: "Hello", blocks: [] };
const question = { id: "q", kind: "text", title: "Why?" };
const task = { id: "t", title: "Invite", done_when: { kind: "person" } };

test("allows keeping content on Escape for content with a close button", () => {
  const stays = { escape: "stays" };
  const read = [
    tourBodySchema.safeParse({ ...stays, type: "tour", steps: [step] }),
    surveyBodySchema.safeParse({ ...stays, type: "survey", title: "Well?", questions: [question] }),
    hintBodySchema.safeParse({ ...stays, type: "hint", form: "popover", panel, target }),
    ...["modal", "carousel", "tabs"].map((form) =>
      announcementBodySchema.safeParse({ ...stays, type: "announcement", form, panels }),
    ),
  ];
  expect(read.map(({ data }) => data?.escape)).toEqual(Array.from({ length: 6 }, () => "stays"));
});

test("rejects keeping content on Escape for content that needs Escape to close", () => {
  const stays = { escape: "stays" };
  const read = [
    ...["tooltip", "hotspot"].map((form) => hintBodySchema.safeParse({ ...stays, type: "hint", form, panel, target })),
    ...["toast", "banner"].map((form) =>
      announcementBodySchema.safeParse({ ...stays, type: "announcement", form, panels }),
    ),
  ];
  expect(read.map(({ error }) => error?.issues.map(({ path }) => path))).toEqual(
    Array.from({ length: 4 }, () => [["escape"]]),
  );
  // Escape only collapses it.
  expect(checklistBodySchema.safeParse({ ...stays, type: "checklist", title: "First", tasks: [task] }).success).toBe(
    false,
  );
});
