import { expect, test } from "bun:test";
import { eventName } from "./event-name.ts";

test("names an event after its element and what happens with it, in any script", () => {
  expect(eventName("Generate report…", "click")).toBe("generate_report_clicked");
  expect(eventName("  E-mail *", "change")).toBe("e_mail_changed");
  expect(eventName("إرسال الطلب", "submit")).toBe("إرسال_الطلب_submitted");
  expect(eventName("One two three four five six", "visible")).toBe("one_two_three_four_five_seen");
  expect(eventName("→", "rage_click")).toBe("rage_clicked");
});
