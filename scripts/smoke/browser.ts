/** A browser that is driven from outside, by the keys that a person has. */
export interface SmokeBrowser {
  /** "Firefox 153.7", as it says itself. */
  readonly name: string;
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, which may be a promise. What JSON cannot write is left out. */
  evaluate(expression: string): Promise<unknown>;
  press(key: keyof typeof KEYS): Promise<void>;
  close(): Promise<void>;
}

/** Keys by the code points that WebDriver and WebDriver BiDi have for them. */
export const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", Space: " ", F6: "\uE036" } as const;

/** Wraps an expression so that its value comes back as text, whatever it is. */
export function asText(expression: string): string {
  return `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? "null")`;
}
