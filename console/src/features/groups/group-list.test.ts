import { expect, test } from "bun:test";
import { commonAttributes } from "./group-list.tsx";

test("shows the attributes that most groups have, without their names", () => {
  const groups = [
    { attributes: { name: "Acme", region: "EU", plan: "pro" } },
    { attributes: { name: "Globex", plan: "free", seats: 3 } },
    { attributes: { plan: "pro", seats: 8, owner: "ada" } },
  ];
  expect(commonAttributes(groups)).toEqual(["plan", "seats", "region"]);
  expect(commonAttributes([])).toEqual([]);
});
