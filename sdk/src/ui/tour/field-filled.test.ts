import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { isFilled } from "./field-filled.ts";

test.each([
  ["<input>", false],
  ["<input value=' '>", false],
  ["<input value=Ada>", true],
  ["<textarea>\n</textarea>", false],
  ["<input type=checkbox required>", false],
  ["<input type=checkbox required checked>", true],
  ["<input type=radio name=size value=s>", false],
  ["<input type=radio name=size value=s checked>", true],
  ["<select><option value=''>Choose</option><option>Small</option></select>", false],
  ["<select><option value=''>Choose</option><option selected>Small</option></select>", true],
  ["<select multiple><option>Small</option></select>", false],
  ["<ul><li contenteditable> \u200b</li></ul>", false],
  ["<p contenteditable>Ada</p>", true],
  ["<p contenteditable><img alt=''></p>", true],
] as const)("checks whether %s is filled: %p", (markup, filled) => {
  const { document } = new JSDOM(`<!doctype html><main>${markup}</main>`).window;
  const field = document.querySelector("input,textarea,select,[contenteditable]");
  // jsdom doesn't support isContentEditable.
  if (field) Reflect.set(Object.getPrototypeOf(field), "isContentEditable", field.hasAttribute("contenteditable"));
  expect(isFilled(field ?? undefined)).toBe(filled);
});

test("treats anything that isn't an element as not filled", () => {
  expect([isFilled(undefined), isFilled(new EventTarget())]).toEqual([false, false]);
});
