import { expect, test } from "bun:test";
import { bandPath, type LinePoint } from "./line-chart.tsx";

const point = (interval: LinePoint["interval"]): LinePoint => ({ label: "", value: 1, interval, text: "" });

test("draws the confidence band along the line, with a gap where it is unknown", () => {
  const [one, other] = [point({ low: 1, high: 5 }), point({ low: 2, high: 4 })];
  expect(bandPath([one, other], (value) => value)).toBe("M0.5,5.00L1.5,4.00L1.5,2.00L0.5,1.00Z");
  expect(bandPath([one, other, point(null), one], (value) => value)).toBe(
    "M0.5,5.00L1.5,4.00L1.5,2.00L0.5,1.00ZM3.4,5.00L3.6,5.00L3.6,1.00L3.4,1.00Z",
  );
});
