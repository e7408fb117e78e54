import { HOLDOUT } from "@fanfare/contract/content/experiment";
import { limits } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { BootItem } from "../../engage/boot.ts";
import { bodyOutline } from "../../engage/decide/holdout-body.ts";
import { NO_PAST_RUNS } from "../../engage/decide/person-facts.ts";
import type { PublishedContent } from "../../engage/decide/published-content.ts";
import { describeBody, editionPath } from "./edition.ts";
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

export function bootText(app: AppRecord, body: BootBody, all: readonly BootItem[]): BootText {
  const { themes, extras, ...rest } = body;
  const items = withoutLargeBodies(app, all);
  const decisions = items.map(decisionText).join(",");
  const of_all = [...Object.entries({ themes, extras })].filter(([, value]) => value !== undefined);
  const more = of_all.map(([name, value]) => `"${name}":${JSON.stringify(value)},`).join("");
  const shared = `{"decisions":[${decisions}],${more}`;
  return {
    shared,
    encoded: items.every(isPlain) ? encodedOnce(shared) : undefined,
    rest: JSON.stringify(rest).slice(1),
  };
}

/** A boot item whose body the page may have to fetch. */
type TextItem = BootItem & { readonly body_path?: string };

/**
 * Leaves out bodies beyond the limit. Pages get those of open runs, which they show first, and those with the person's
 * own data, which no URL may name.
 */
function withoutLargeBodies(app: AppRecord, items: readonly BootItem[]): readonly TextItem[] {
  let left = limits.boot_bodies_chars_max;
  return items.map((item): TextItem => {
    const { eligible, localized } = item;
    if (localized.personal || eligible.past.open !== null || eligible.variant === HOLDOUT) return item;
    const { chars } = describeBody(localized.body);
    if (chars <= left) {
      left -= chars;
      return item;
    }
    const body_path = editionPath(app, eligible, localized);
    return { ...item, body_path, localized: { ...localized, body: bodyOutline(localized.body) } };
  });
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

function decisionText(item: TextItem): string {
  const { eligible, localized, theme, body_path } = item;
  const presented = (): string => JSON.stringify({ ...presentDecision(item), body_path });
  if (!isPlain(item)) return presented();
  const texts = written.get(eligible.content) ?? new Map<string, string>();
  written.set(eligible.content, texts);
  const key = [eligible.variant, localized.locale, theme, body_path].join(" ");
  const text = texts.get(key) ?? presented();
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
