/** A browser controlled externally, by keyboard input. */
export interface SmokeBrowser {
  /** Reported by the browser: "Firefox 153.7". */
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page and awaits promises. Values that JSON can't represent are dropped. */
  evaluate(expression: string): Promise<unknown>;
  press(key: keyof typeof KEYS): Promise<void>;
  close(): Promise<void>;
}

/** Code points of keys in WebDriver and WebDriver BiDi. */
export const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", Space: " ", F6: "\uE036" } as const;

/** Wraps an expression so that its value is returned as text, whatever its type. */
export function asText(expression: string): string {
  return `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? "null")`;
}
