import { expect, test } from "bun:test";
import { renderTemplate } from "./template.ts";

const context = { person: { id: "u_1", age: 7, empty: "", tags: ["a"] }, props: { total: 0 }, at: null };

test("keeps the type of a text that is one placeholder, and joins others", () => {
  expect(renderTemplate({ age: "{{person.age}}", tags: "{{ person.tags }}", t: "{{props.total}}" }, context)).toEqual({
    ...{ age: 7, tags: ["a"], t: 0 },
  });
  expect(renderTemplate("{{person.id}}/{{person.tags}}/{{nothing}}", context)).toBe('u_1/["a"]/');
});

test("falls back to another path or a text, and omits what has no value", () => {
  expect(renderTemplate({ a: '{{person.empty|at|"none"}}', b: "{{person.empty}}", c: ["{{at}}", 1] }, context)).toEqual(
    {
      ...{ a: "none", c: [1] },
    },
  );
});

test("puts the keys of a value in place of three dots", () => {
  const template = { "...": "{{props}}", b: 1 };
  expect(renderTemplate(template, { props: { a: 0, b: 0 } })).toEqual({ a: 0, b: 1 });
  expect(renderTemplate(template, {})).toEqual({ b: 1 });
});

test("reads own properties only", () => {
  for (const path of ["constructor", "person.constructor.name", "__proto__", "person.tags.length.toString"]) {
    expect(renderTemplate(`{{${path}}}`, context)).toBeUndefined();
  }
});

test("doesn't fill in placeholders in values", () => {
  expect(renderTemplate("{{name}}", { name: "{{secret.key}}", secret: { key: "k" } })).toBe("{{secret.key}}");
});
