import { expect, test } from "bun:test";
import { auditChanges, changeTexts } from "./changes.ts";

test("shows the values before and after a change, field by field", () => {
  expect(auditChanges({ role: "admin", was: "editor" })).toEqual([{ name: "role", before: "editor", after: "admin" }]);
  const detail = { settings: { limits: { cache_ttl_s: 60 } }, before: { settings: { limits: { cache_ttl_s: 1800 } } } };
  expect(auditChanges(detail)).toEqual([{ name: "settings.limits.cache_ttl_s", before: "1800", after: "60" }]);
  expect(auditChanges({ role: "admin", by_token: "Assistant", by_token_id: "tok_1" })).toEqual([
    { name: "role", before: undefined, after: "admin" },
  ]);
  expect(auditChanges({ scopes: ["*"], expires_at: null })).toEqual([
    { name: "scopes", before: undefined, after: '["*"]' },
    { name: "expires_at", before: undefined, after: "null" },
  ]);
});

test("describes the fields of an entry in short texts, without IDs and revisions", () => {
  expect(changeTexts({ changed: ["draft", "cap_group"], revision: 3 })).toEqual(["draft", "cap group"]);
  expect(changeTexts({ version_id: "ver_1", revision: 3 })).toEqual([]);
  expect(changeTexts({ role: "admin", was: "editor" })).toEqual(["role: editor → admin"]);
  expect(changeTexts({ before: { urls: ["/a"] }, urls: ["/b"], origin: "https://shop.example" })).toEqual([
    ...["urls", "origin: https://shop.example"],
  ]);
});
