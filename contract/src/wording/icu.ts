/** Values by name. Values used with `plural` are numbers. */
export type IcuValues = Readonly<Record<string, string | number>>;

/**
 * Fills an English ICU message: arguments, `plural` with `=n`, `one`, `other`, and `#`, and `select`, nested if needed.
 * The console uses a library for other languages; pages don't load it.
 *
 * @example
 * fillIcu("{event} occurred {n, plural, one {once} other {# times}}", { event: "order", n: 2 });
 * // "order occurred 2 times"
 */
export function fillIcu(message: string, values: IcuValues): string {
  let at = 0;

  function readText(count: string): string {
    let text = "";
    while (at < message.length && message[at] !== "}") {
      const char = message[at] ?? "";
      at += 1;
      text += char === "{" ? readArgument(count) : char === "#" && count !== "" ? count : char;
    }
    return text;
  }

  function readUntil(end: RegExp): string {
    const from = at;
    while (at < message.length && !end.test(message[at] ?? "")) at += 1;
    return message.slice(from, at).trim();
  }

  function readArgument(count: string): string {
    const name = readUntil(/[,}]/);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (message[at++] === "}") return value === undefined ? `{${name}}` : String(value);
    const is_plural = readUntil(/,/) === "plural";
    at += 1;
    const branches = new Map<string, string>();
    while (at < message.length && message[at] !== "}") {
      const key = readUntil(/[{}]/);
      if (message[at] !== "{") break;
      at += 1;
      branches.set(key, readText(is_plural ? String(value) : count));
      at += 1;
      while (message[at] === " ") at += 1;
    }
    at += 1;
    const exact = branches.get(is_plural ? `=${value}` : String(value));
    return exact ?? (is_plural && value === 1 ? branches.get("one") : undefined) ?? branches.get("other") ?? "";
  }

  return readText("");
}
