import { expect, test } from "bun:test";
import type { Strategy } from "@fanfare/contract/target/target";
import { describeWay, drawbacksOf, reliabilityOf } from "./reliability.ts";

const save: Strategy = { kind: "role_name", role: "button", name: "Save" };
const order: Strategy = { kind: "text", value: "Order 7" };
const third: Strategy = { kind: "css", value: ".css-1x2y3z > div:nth-child(3)" };

test("names how reliably an element is found, and what speaks against it", () => {
  expect([save, order, third].map((each) => reliabilityOf(each))).toEqual(["strong", "fair", "weak"]);
  expect([save, order].map((each) => drawbacksOf(each))).toEqual(["", "Numbers in it may change."]);
  expect(drawbacksOf(third)).toContain("order of elements");
  expect(describeWay(save)).toBe("Role and name: button “Save”");
});

test("counts trials on copies of the page that a way failed", () => {
  expect(reliabilityOf(save, ["wrapped"])).toBe("fair");
  expect(drawbacksOf(save, ["wrapped"])).toBe("It’s lost if it’s put into another element.");
});
