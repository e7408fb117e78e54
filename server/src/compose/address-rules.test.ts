import { expect, test } from "bun:test";
import { addressRulesFor } from "./address-rules.ts";

test.each([
  ["127.0.0.1", undefined],
  ["127.1.2.3", undefined],
  ["localhost", undefined],
  ["::1", undefined],
  ["127.0.0.1", "http://localhost:4000"],
  ["127.0.0.1", "http://127.0.0.1:4000/fanfare"],
  ["::1", "http://[::1]:4000"],
])("allows private webhook URLs on host %p with the public URL %p", (host, public_url) => {
  expect(addressRulesFor({ host, public_url }).allow_private).toBe(true);
});

test.each([
  ["0.0.0.0", undefined],
  ["::", undefined],
  ["10.0.0.5", undefined],
  ["example.com", undefined],
  ["localhost.example.com", undefined],
  ["127.0.0.1", "https://example.com"],
  ["127.0.0.1", "https://localhost.example.com"],
  ["127.0.0.1", "http://192.168.1.5:4000"],
  ["0.0.0.0", "http://localhost:4000"],
])("allows only public webhook URLs on host %p with the public URL %p", (host, public_url) => {
  expect(addressRulesFor({ host, public_url })).toEqual({ allow_private: false, ports: [80, 443] });
});
