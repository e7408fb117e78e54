import { expect, test } from "bun:test";
import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { toMessageDraft } from "./message-copy.ts";
import { EMPTY_MESSAGE, type MessageDraft, toMessageRequest } from "./message-draft.ts";

const labels = { segment: (id: string) => (id === "seg_1" ? "Admins" : undefined), named: (id: string) => `${id}!` };

/** What the server returns for a draft. */
function sent(draft: Partial<MessageDraft>, times: Partial<LiveUpdate>): LiveUpdate {
  const request = toMessageRequest({ ...EMPTY_MESSAGE, ...draft });
  if (request.outcome === "wrong") throw new Error([...request.problems].join());
  const { ttl_s: _, ...input } = request.input;
  const counts = {
    ...{ people: null, sent: 0, delivered: 0, seen: 0, acted: 0, dismissed: 0, collapsed: 0, expired: 0 },
    ...{ reached: 0, waiting: 0, undeliverable: 0, missed: 0, emails: null, pushes: null },
    furthest: { sent: 0, delivered: 0, expired: 0, collapsed: 0, seen: 0, dismissed: 0, acted: 0 },
  };
  return {
    ...{ ...input, id: "lup_1", scheduled_for: null, created_at: "2026-11-21T12:00:00.000Z" },
    ...{ expires_at: "2026-11-22T12:00:00.000Z", resend_of: null, resent: false, counts },
    ...times,
  };
}

test.each<Partial<MessageDraft>>([
  { text: "Back at noon", title: "Lunch", action_label: "Menu", action_href: "/menu", tone: "warning" },
  { kind: "badge", name: "orders", count: 3, title: "3 orders" },
  { kind: "celebration", preset: "fireworks", title: "Hooray" },
  { kind: "data", name: "stock", data: '{\n  "left": 3\n}' },
  { text: "Hi", audience: "people", people: [{ id: "u_1", label: "u_1!" }], one_device: true, priority: "high" },
  { text: "Hi", audience: "segment", segment: { id: "seg_1", label: "Admins" }, require_ack: true, collapse_key: "k" },
  { text: "Hi", variants: [{ title: "", text: "Hello", weight: 40 }], is_emailed: true, email_hours: 5 },
  { text: "Hi", is_pushed: true, push_minutes: 5, is_quiet: true, quiet_from: "21:00", quiet_to: "07:00" },
])("copies all that was sent: %j", (draft) => {
  const expires_at = draft.is_quiet === true ? "2026-11-23T12:00:00.000Z" : "2026-11-22T12:00:00.000Z";
  const update = sent({ ...draft, time_zone: "UTC" }, { expires_at });
  expect(toMessageDraft(update, labels)).toEqual({ ...EMPTY_MESSAGE, ...draft, ttl_s: 86_400 });
});

test("keeps the time of a scheduled message, and drops the one of a sent message", () => {
  const draft = { text: "Hi", when: "fixed", send_at: "2026-11-25T09:00", time_zone: "UTC" } as const;
  const times = { scheduled_for: "2026-11-25T09:00:00.000Z", expires_at: "2026-11-25T10:00:00.000Z" };
  expect(toMessageDraft(sent(draft, times), labels)).toMatchObject({ ...draft, ttl_s: 3_600 });
  expect(toMessageDraft(sent(draft, {}), labels)).toMatchObject({ when: "now", send_at: "" });
});

test("asks for another segment instead of a deleted one", () => {
  const update = sent({ text: "Hi", audience: "segment", segment: { id: "seg_2", label: "Gone" } }, {});
  expect(toMessageDraft(update, labels)).toMatchObject({ audience: "segment", segment: null });
});
