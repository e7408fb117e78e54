import { expect, test } from "bun:test";
import { EMPTY_MESSAGE, type MessageDraft, toMessageRequest, toPreviewBody, toTestDraft } from "./message-draft.ts";

const wrongIn = (change: Partial<MessageDraft>): readonly string[] => {
  const read = toMessageRequest({ ...EMPTY_MESSAGE, ...change });
  return read.outcome === "wrong" ? [...read.problems.keys()] : [];
};

test("builds the request for a toast to everyone, without empty fields", () => {
  const read = toMessageRequest({
    ...EMPTY_MESSAGE,
    text: "  Back at noon ",
    action_label: "Read more",
    action_href: "/news",
  });
  expect(read).toEqual({
    outcome: "ready",
    input: {
      audience: { kind: "everyone" },
      body: {
        ...{ kind: "toast", title: undefined, text: "Back at noon", tone: "info" },
        action: { label: "Read more", href: "/news" },
      },
      ...{
        priority: "normal",
        ttl_s: 86_400,
        collapse_key: null,
        require_ack: false,
        devices: "all",
        timing: null,
        experiment: null,
        email: null,
        push: null,
      },
    },
  });
});

test("reports each problem by its field", () => {
  expect(wrongIn({})).toEqual(["body.text"]);
  expect(wrongIn({ text: "x", audience: "people" })).toEqual(["audience"]);
  expect(wrongIn({ text: "x", audience: "segment" })).toEqual(["audience"]);
  expect(wrongIn({ text: "x", action_label: "Go", action_href: "javascript:alert(1)" })).toEqual(["body.action.href"]);
  expect(wrongIn({ kind: "badge" })).toEqual(["body.badge"]);
  expect(wrongIn({ kind: "data", name: "prices", data: "{" })).toEqual(["body.data"]);
  expect(wrongIn({ kind: "data", data: "{}" })).toEqual(["body.name"]);
});

test("sends data as JSON and people by their external IDs", () => {
  const read = toMessageRequest({
    ...{ ...EMPTY_MESSAGE, kind: "data", name: "prices", data: "[1,2]", audience: "people", one_device: true },
    people: [{ id: "u_42", label: "Ada" }],
  });
  expect(read).toMatchObject({
    input: {
      body: { data: [1, 2] },
      audience: { kind: "people", external_ids: ["u_42"] },
      devices: "one",
    },
  });
});

test("never requires acknowledgment for a celebration", () => {
  expect(toMessageRequest({ ...EMPTY_MESSAGE, kind: "celebration", require_ack: true })).toMatchObject({
    input: { require_ack: false },
  });
});

test("previews a placeholder for empty text and no data for invalid JSON", () => {
  expect(toPreviewBody(EMPTY_MESSAGE)).toMatchObject({ text: "Your message" });
  expect(toPreviewBody({ ...EMPTY_MESSAGE, kind: "data", name: "x", data: "{" })).toMatchObject({ data: undefined });
});

test("adds the texts of variants to the rest of the message, and gives variant A what is left", () => {
  const variants = [
    { title: "", text: "B", weight: 20 },
    { title: "Third", text: "C", weight: 30 },
  ];
  const request = toMessageRequest({ ...EMPTY_MESSAGE, text: "A", tone: "success", variants, goal: "gol_1" });
  expect(request).toMatchObject({
    outcome: "ready",
    input: {
      body: { text: "A" },
      experiment: {
        ...{ weight: 50, goal_id: "gol_1" },
        variants: [
          { weight: 20, body: { kind: "toast", text: "B", tone: "success" } },
          { weight: 30, body: { kind: "toast", title: "Third", text: "C", tone: "success" } },
        ],
      },
    },
  });
  expect(toMessageRequest({ ...EMPTY_MESSAGE, kind: "badge", name: "inbox", variants })).toMatchObject({
    input: { experiment: null },
  });
});

test("sends a test now, to one person, without what only a real message needs", () => {
  const draft: MessageDraft = {
    ...EMPTY_MESSAGE,
    ...{ text: "Back at noon", when: "person", is_quiet: true, collapse_key: "maintenance", goal: "gol_1" },
    ...{ variants: [{ title: "", text: "Soon", weight: 50 }], is_emailed: true, is_pushed: true, ttl_s: 86_400 },
  };
  expect(toMessageRequest(toTestDraft(draft, { id: "u_7", label: "Ada" }))).toMatchObject({
    outcome: "ready",
    input: {
      ...{ audience: { kind: "people", external_ids: ["u_7"] }, body: { kind: "toast", text: "Back at noon" } },
      ...{ timing: null, collapse_key: null, experiment: null, email: null, push: null, ttl_s: 3_600 },
    },
  });
});
