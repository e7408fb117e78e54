import { limits } from "@fanfare/contract/limits";
import type { BootItem } from "../../engage/boot.ts";
import { NO_PAST_RUNS } from "../../engage/decide/person-facts.ts";
import type { PublishedContent } from "../../engage/decide/published-content.ts";
import { type BootBody, presentDecision } from "./presenters.ts";
import { type SharedText, sharedText } from "./shared-text.ts";

/** A boot response as text: a part that many people share, and the rest. */
export interface BootText {
  readonly shared: string;
  /** Undefined if the part is of this person alone. */
  readonly encoded: SharedText | undefined;
  readonly rest: string;
}

/** Decisions without anything about their person, by language and theme. Editions are frozen, so each is written once. */
const written = new WeakMap<PublishedContent, Map<string, string>>();

/** Shared parts by their text, the least recently used first. */
const recent = new Map<string, SharedText>();

export function bootText(body: BootBody, items: readonly BootItem[]): BootText {
  const { themes, ...rest } = body;
  const decisions = items.map(decisionText).join(",");
  const shared = `{"decisions":[${decisions}],${themes === undefined ? "" : `"themes":${JSON.stringify(themes)},`}`;
  return {
    shared,
    encoded: items.every(isPlain) ? encodedOnce(shared) : undefined,
    rest: JSON.stringify(rest).slice(1),
  };
}

/** Nothing in its decision depends on the person. */
function isPlain({ eligible, localized, done }: BootItem): boolean {
  const { content, pending_gates, past, page_rule, cap_left, due, on_request } = eligible;
  return (
    past === NO_PAST_RUNS &&
    pending_gates === content.page_gates &&
    [page_rule, cap_left, due, on_request, done].every((each) => each === undefined) &&
    !localized.personal
  );
}

function decisionText(item: BootItem): string {
  if (!isPlain(item)) return JSON.stringify(presentDecision(item));
  const { eligible, localized, theme } = item;
  const texts = written.get(eligible.content) ?? new Map<string, string>();
  written.set(eligible.content, texts);
  const key = [eligible.variant, localized.locale, theme].join(" ");
  const text = texts.get(key) ?? JSON.stringify(presentDecision(item));
  texts.set(key, text);
  return text;
}

function encodedOnce(text: string): SharedText {
  const encoded = recent.get(text) ?? sharedText(text);
  recent.delete(text);
  recent.set(text, encoded);
  const [oldest] = recent.keys();
  if (recent.size > limits.boot_texts_max && oldest !== undefined) recent.delete(oldest);
  return encoded;
}
