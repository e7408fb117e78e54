import { expect, test } from "bun:test";
import { browserName } from "./browser-name.ts";

test("names a browser by its own name, not by others in its user agent", () => {
  const edge =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36 Edg/156.0";
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1";
  expect(browserName(edge)).toEqual({ name: "Edge on Windows", handheld: false });
  expect(browserName(phone)).toEqual({ name: "Safari on iPhone", handheld: true });
  expect(browserName("curl/8.0")).toEqual({ name: "Unknown client", handheld: false });
});
