import { expect, test } from "bun:test";
import { browserOf } from "./push-services.ts";

test("names the browser by the host of its push service", () => {
  expect(browserOf("fcm.googleapis.com")).toBe("Chromium");
  expect(browserOf("updates.push.services.mozilla.com")).toBe("Firefox");
  expect(browserOf("web.push.apple.com")).toBe("Safari");
  expect(browserOf("db5p.notify.windows.com")).toBe("Microsoft Edge");
});

test("doesn't take a host that only ends like a push service's", () => {
  expect(browserOf("notmozilla.com")).toBe("Browser");
  expect(browserOf("127.0.0.1:4799")).toBe("Browser");
});
