import { HOLDOUT } from "@fanfare/contract/content/experiment";
import { limits } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { BootItem } from "../../engage/boot-items.ts";
import { bodyOutline } from "../../engage/decide/holdout-body.ts";
import { NO_PAST_RUNS } from "../../engage/decide/person-facts.ts";
import type { PublishedContent } from "../../engage/decide/published-content.ts";
import { describeBody, editionPath } from "./edition.ts";
import { type BootBody, presentDecision } from "./presenters.ts";
import { type SharedText, sharedText } from "./shared-text.ts";

/** The part of a boot response that many people share. */
interface SharedPart {
  readonly shared: string;
  /** Of the shared text, for the ETag. */
  readonly hash: number | bigint;
  /** Undefined if the part is of this person alone. */
  readonly encoded: SharedText | undefined;
}

/** A boot response as text. */
export interface BootText extends SharedPart {
  readonly rest: string;
}

/** A decision without anything about its person. */
interface PlainText {
  /** Stands for the text in keys. */
  readonly id: number;
  readonly text: string;
}

/** Decisions by language and theme. Editions are frozen, so each is written once. */
const written = new WeakMap<PublishedContent, Map<string, PlainText>>();
let texts_written = 0;

/** Shared parts by the IDs of their decisions, the least recently used first. */
const recent = new Map<string, SharedPart>();

/** Whole parts by their items, which all people who get the same share (boot-items.ts). */
const parts = new WeakMap<readonly BootItem[], Pick<BootBody, "themes"> & { readonly part: SharedPart }>();

export function bootText(app: AppRecord, body: BootBody, items: readonly BootItem[]): BootText {
  const { themes, extras, ...rest } = body;
  const rest_text = JSON.stringify(rest).slice(1);
  const known = extras === undefined ? parts.get(items) : undefined;
  if (known !== undefined && known.themes === themes) return { ...known.part, rest: rest_text };
  const part = sharedPart(app, { themes, extras }, items);
  if (extras === undefined && part.encoded !== undefined) parts.set(items, { part, themes });
  return { ...part, rest: rest_text };
}

function sharedPart(app: AppRecord, of_all: Pick<BootBody, "themes" | "extras">, all: readonly BootItem[]): SharedPart {
  const items = withoutLargeBodies(app, all);
  const more = Object.entries(of_all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${JSON.stringify(value)},`)
    .join("");
  return items.every(isPlain)
    ? sharedOnce(items.map(plainText), more)
    : { ...joined(items.map(decisionText), more), encoded: undefined };
}

function joined(decisions: readonly string[], more: string): Pick<SharedPart, "shared" | "hash"> {
  const shared = `{"decisions":[${decisions.join(",")}],${more}`;
  return { shared, hash: Bun.hash(shared) };
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
    return { ...item, body_path: editionPath(app, eligible, localized) };
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
  return isPlain(item) ? plainText(item).text : presented(item);
}

function plainText(item: TextItem): PlainText {
  const { eligible, localized, theme, body_path } = item;
  const texts = written.get(eligible.content) ?? new Map<string, PlainText>();
  written.set(eligible.content, texts);
  const key = [eligible.variant, localized.locale, theme, body_path].join(" ");
  const known = texts.get(key);
  if (known !== undefined) return known;
  texts_written++;
  const text = { id: texts_written, text: presented(item) };
  texts.set(key, text);
  return text;
}

function presented(item: TextItem): string {
  const { localized, body_path } = item;
  const shown =
    body_path === undefined ? item : { ...item, localized: { ...localized, body: bodyOutline(localized.body) } };
  return JSON.stringify({ ...presentDecision(shown), body_path });
}

/** Joins and compresses equal parts once. */
function sharedOnce(texts: readonly PlainText[], more: string): SharedPart {
  const key = `${texts.map(({ id }) => id).join(" ")} ${more}`;
  let part = recent.get(key);
  if (part === undefined) {
    const whole = joined(
      texts.map(({ text }) => text),
      more,
    );
    part = { ...whole, encoded: sharedText(whole.shared) };
  }
  recent.delete(key);
  recent.set(key, part);
  const [oldest] = recent.keys();
  if (recent.size > limits.boot_texts_max && oldest !== undefined) recent.delete(oldest);
  return part;
}
