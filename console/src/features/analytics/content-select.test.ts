import { expect, test } from "bun:test";
import { liveLongest } from "./content-select.tsx";

test("reports open with the content that is live longest", () => {
  const at = (day: number): string => `2026-11-0${day}T00:00:00.000Z`;
  const draft = { id: "draft", status: "draft", published_at: null } as const;
  const paused = { id: "paused", status: "paused", published_at: at(1) } as const;
  const changed = { id: "changed", status: "changed", published_at: at(2) } as const;
  const live = { id: "live", status: "live", published_at: at(3) } as const;
  expect(liveLongest([live, draft, changed, paused])?.id).toBe("changed");
  expect(liveLongest([draft, paused])).toBeUndefined();
});
