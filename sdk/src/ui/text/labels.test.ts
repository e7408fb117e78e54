import { expect, test } from "bun:test";
import { label } from "./labels.ts";

test("uses given labels, English for missing ones, and fills in numbers", () => {
  expect(label({}, "progress", { step: 2, steps: 5 })).toBe("Step 2 of 5");
  expect(label({}, "do_not_show_again", { days: 365 })).toBe("Do not show again for 365 days");
  expect(label({ progress: "Schritt {step} von {steps}" }, "progress", { step: 1, steps: 3 })).toBe("Schritt 1 von 3");
});
