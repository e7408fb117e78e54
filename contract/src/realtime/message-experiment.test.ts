import { expect, test } from "bun:test";
import { bodyOfVariant, drawMessageVariant } from "./message-experiment.ts";

const toast = (text: string) => ({ kind: "toast", text, tone: "info" }) as const;
const tested = {
  body: toast("A"),
  experiment: { weight: 50, variants: [20, 30].map((weight) => ({ weight, body: toast(`${weight}`) })), goal_id: null },
};

test("splits people by the weights, and each person the same way every time", () => {
  const people = Array.from({ length: 20_000 }, (_, index) => `per_${index}`);
  const drawn = people.map((person) => drawMessageVariant(tested, "lup_1", person));
  const share = (id: string): number => drawn.filter((each) => each === id).length / people.length;
  expect([share("a"), share("b"), share("c"), share("d")].map((each) => Math.round(each * 50) / 50)).toEqual([
    ...[0.5, 0.2, 0.3, 0],
  ]);
  expect(people.map((person) => drawMessageVariant(tested, "lup_1", person))).toEqual(drawn);
});

test("assigns people of one test independently of another", () => {
  const people = Array.from({ length: 10_000 }, (_, index) => `per_${index}`);
  const both = people.filter((person) =>
    ["lup_1", "lup_2"].every((thread) => drawMessageVariant(tested, thread, person) === "a"),
  );
  expect(both.length / people.length).toBeCloseTo(0.25, 1);
});

test("gives variant A the message's own body, and everyone without a test", () => {
  expect([bodyOfVariant(tested, "a"), bodyOfVariant(tested, "c")]).toEqual([toast("A"), toast("30")]);
  const plain = { body: toast("A"), experiment: null };
  expect(bodyOfVariant(plain, drawMessageVariant(plain, "lup_1", "per_1"))).toEqual(toast("A"));
});
