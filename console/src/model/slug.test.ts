import { expect, test } from "bun:test";
import { nextSlug } from "@fanfare/contract/lib/next-slug";
import { slugSchema } from "@fanfare/contract/schema/slug";
import fc from "fast-check";
import { slugify } from "./slug.ts";

test("creates a slug that the server accepts, or none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme", maxLength: 150 })), (name) => {
      const slug = slugify(name);
      expect(slug === "" || slugSchema.safeParse(slug).success).toBe(true);
      if (slug !== "") expect(slugSchema.safeParse(nextSlug(slug)).success).toBe(true);
    }),
  );
});

test("removes diacritics and replaces other characters with hyphens", () => {
  expect(slugify("  Welcome, new friends! ")).toBe("welcome-new-friends");
  expect(slugify("Café & Straße №5")).toBe("cafe-strasse-no5");
  expect(slugify("日本語")).toBe("");
  expect(slugify("a".repeat(200))).toHaveLength(80);
});

test("appends the next number to a taken slug, within the length limit", () => {
  expect(nextSlug("welcome")).toBe("welcome-2");
  expect(nextSlug("welcome-9")).toBe("welcome-10");
  expect(nextSlug("a".repeat(80))).toHaveLength(80);
});
