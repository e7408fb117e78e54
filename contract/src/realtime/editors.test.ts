import { expect, test } from "bun:test";
import { AT, type ContentEditor, followEditors } from "./editors.ts";

const ADA = { member_id: "mem_1", name: "Ada", on_page: false };
const BEA = { member_id: "mem_2", name: "Bea", on_page: true };

const after = (...events: readonly (readonly [event: string, data: unknown])[]): readonly ContentEditor[] =>
  events.reduce((editors, [event, data]) => followEditors(editors, event, data), [] as readonly ContentEditor[]);

const WELCOME = ["pusher:subscription_succeeded", { presence: { ids: ["a"], hash: { a: ADA }, count: 1 } }] as const;
const JOINED = ["pusher:member_added", { user_id: "b", user_info: BEA }] as const;

test("lists who is there, who joins, and where they are", () => {
  const editors = after(WELCOME, JOINED, [AT, { user_id: "b", step_id: "two" }]);
  expect(editors).toEqual([
    { ...ADA, user_id: "a", step_id: null },
    { ...BEA, user_id: "b", step_id: "two" },
  ]);
});

test("forgets who leaves, and starts over after a reconnect", () => {
  expect(after(WELCOME, JOINED, ["pusher:member_removed", { user_id: "b" }])).toHaveLength(1);
  expect(after(JOINED, WELCOME)).toEqual([{ ...ADA, user_id: "a", step_id: null }]);
});

test("ignores other events and people who aren't there", () => {
  expect(after(WELCOME, ["pusher:ping", {}], [AT, { user_id: "c", step_id: "one" }])).toHaveLength(1);
});
