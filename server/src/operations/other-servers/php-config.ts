import { StartupError } from "../../lib/operator-errors.ts";
import type { Variables } from "./env-file.ts";

/** An expression that isn't a literal, a call of `env`, or a call of `explode`. It's never run. */
export class PhpCode {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A list, an array with keys, a scalar, or code. */
export type PhpValue = string | number | boolean | null | PhpCode | readonly PhpValue[] | ReadonlyMap<string, PhpValue>;

const DEPTH_MAX = 50;
const TOKEN =
  /\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|\\[\s\S])*(?:'|$)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|=>|[0-9][0-9_.]*|\$?[A-Za-z_\\][A-Za-z0-9_\\]*|[\s\S]/gy;
const CONSTANTS: ReadonlyMap<string, PhpValue> = new Map<string, PhpValue>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const WORDS: ReadonlyMap<string, PhpValue> = new Map([...CONSTANTS, ["empty", ""]]);
const OPENING = "([{";
const CLOSING = ")]}";
const ENDS: ReadonlySet<string | undefined> = new Set([undefined, ",", ";", "=>", ...CLOSING]);

/**
 * The array that a configuration file of Laravel returns. The file is parsed and never run.
 *
 * @throws StartupError if it returns no array.
 */
export function readPhpConfig(name: string, text: string, variables: Variables): ReadonlyMap<string, PhpValue> {
  const tokens = [...text.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^(?:\s|\/\/|\/\*|#)/.test(token));
  const start = tokens.lastIndexOf("return");
  const parser = new Parser(name, tokens, start + 1, variables);
  const value = start === -1 ? null : parser.value(0);
  if (value instanceof Map) return value;
  throw new StartupError(`${name} returns no array. Use the file config/reverb.php of your application.`);
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #variables: Variables;
  readonly #name: string;
  #at: number;

  constructor(name: string, tokens: readonly string[], start: number, variables: Variables) {
    this.#name = name;
    this.#tokens = tokens;
    this.#at = start;
    this.#variables = variables;
  }

  value(depth: number): PhpValue {
    if (depth > DEPTH_MAX) throw new StartupError(`${this.#name} is nested too deeply.`);
    const start = this.#at;
    const value = this.#primary(depth);
    if (ENDS.has(this.#tokens[this.#at])) return value;
    this.#skip();
    return new PhpCode(this.#tokens.slice(start, this.#at).join(" "));
  }

  #primary(depth: number): PhpValue {
    const token = this.#tokens[this.#at++] ?? "";
    if (token === "[") return this.#items("]", depth);
    if (token === "(" && this.#tokens[this.#at + 1] === ")") return this.#cast(depth);
    if (this.#tokens[this.#at] === "(") return this.#call(token.toLowerCase(), depth);
    if (token.startsWith("'")) return token.slice(1, -1).replace(/\\(['\\])/g, "$1");
    if (token.startsWith('"') && !/[$\\]/.test(token)) return token.slice(1, -1);
    if (/^[0-9]/.test(token)) return Number(token.replaceAll("_", ""));
    const constant = CONSTANTS.get(token.toLowerCase());
    return constant === undefined ? new PhpCode(token) : constant;
  }

  /** `(int) env('PORT')` */
  #cast(depth: number): PhpValue {
    const type = this.#tokens[this.#at]?.toLowerCase();
    this.#at += 2;
    const value = this.#primary(depth);
    if (value instanceof PhpCode || value === null) return value;
    return type === "int" && typeof value === "string" ? Number(value) : value;
  }

  #call(name: string, depth: number): PhpValue {
    const start = this.#at - 1;
    this.#at++;
    const found = this.#items(")", depth);
    if (name === "array") return found;
    const args = found instanceof Map ? [] : (found as readonly PhpValue[]);
    const [first, second = null] = args;
    if (name === "env" && typeof first === "string") {
      const value = this.#variables.get(first);
      return value === undefined ? second : scalar(value);
    }
    if (name === "explode" && typeof first === "string" && typeof second === "string") return second.split(first);
    return new PhpCode(this.#tokens.slice(start, this.#at).join(" "));
  }

  #items(end: string, depth: number): PhpValue {
    const [list, fields]: [PhpValue[], Map<string, PhpValue>] = [[], new Map()];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== end) {
      const value = this.value(depth + 1);
      if (this.#tokens[this.#at] === "=>") {
        this.#at++;
        fields.set(String(value), this.value(depth + 1));
      } else list.push(value);
      if (this.#tokens[this.#at] === ",") this.#at++;
      else if (this.#tokens[this.#at] !== end) break;
    }
    if (this.#tokens[this.#at] === end) this.#at++;
    return fields.size > 0 ? fields : list;
  }

  /** To the end of an expression, past its brackets. */
  #skip(): void {
    let open = 0;
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at] ?? "";
      if (open === 0 && ENDS.has(token)) return;
      if (OPENING.includes(token)) open++;
      else if (CLOSING.includes(token)) open--;
    }
  }
}

/** As Laravel reads variables. */
function scalar(text: string): PhpValue {
  const word = WORDS.get(text.toLowerCase().replace(/^\((.*)\)$/, "$1"));
  return word === undefined ? text : word;
}
