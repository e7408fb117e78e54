import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_REASONS } from "@fanfare/contract/content-import/import-reasons";
import { limits } from "@fanfare/contract/limits";
import { problems } from "@fanfare/contract/problem";
import { PROBLEM_MEANINGS } from "@fanfare/contract/problem-meaning";
import { BUILDER_PAGE_ROUTES } from "@fanfare/contract/schema/routes/builder";
import { ALERT_TEXTS } from "@fanfare/contract/wording/alerts";
import { EVIDENCE_TEXTS } from "@fanfare/contract/wording/evidence";
import { FINDING_TEXTS } from "@fanfare/contract/wording/findings";
import { GATE_TEXTS } from "@fanfare/contract/wording/gates";
import { HELP_FEED_TEXTS } from "@fanfare/contract/wording/help-feed";
import { MESSAGE_EMAIL_TEXTS } from "@fanfare/contract/wording/message-emails";
import { MESSAGE_PUSH_TEXTS } from "@fanfare/contract/wording/message-pushes";
import { PAGE_EVIDENCE_TEXTS } from "@fanfare/contract/wording/page-evidence";
import { PUBLISH_WARNING_TEXTS } from "@fanfare/contract/wording/publish-warnings";
import { REFUSAL_TEXTS } from "@fanfare/contract/wording/refusals";
import { COUNTED_FIELD_SENTENCES, FIELD_SENTENCES } from "../src/lib/i18n/field-sentences.ts";
import { createPattern, valuesIn } from "../src/lib/i18n/pattern.ts";
import { pluralMessage } from "../src/lib/i18n/plural-message.ts";
import { builderTexts, consoleTexts, type Texts } from "../test/support/ui-texts.ts";
import { messageKey, type PoMessage, PROBLEM, quoteBraces } from "./po.ts";

/** A message as found in the sources: a PO message without its translation. */
export type SourceMessage = Pick<PoMessage, "message" | "context" | "files">;

const ROOT = join(import.meta.dirname, "../..");
const FIELDS = "console/src/lib/i18n/field-sentences.ts";
const PROBLEMS = "contract/src/problem.ts";

/** Returns the console's messages, plus those of the contract and the server that the console shows, in file order. */
export function sourceMessages(): readonly SourceMessage[] {
  const found = [
    ...codeMessages("console/src", consoleTexts()),
    ...Object.values(problems).map(({ title }) => ({ message: title, context: undefined, file: PROBLEMS })),
    ...problemMessages(() => true),
    ...causeMessages("contract/src/wording/page-evidence.ts", PAGE_EVIDENCE_TEXTS),
    ...causeMessages("contract/src/wording/evidence.ts", EVIDENCE_TEXTS),
    ...causeMessages("contract/src/wording/gates.ts", GATE_TEXTS),
    ...causeMessages("contract/src/wording/refusals.ts", REFUSAL_TEXTS),
    ...causeMessages("contract/src/wording/findings.ts", FINDING_TEXTS),
    ...causeMessages("contract/src/wording/help-feed.ts", HELP_FEED_TEXTS),
    ...causeMessages("contract/src/wording/message-emails.ts", MESSAGE_EMAIL_TEXTS),
    ...causeMessages("contract/src/wording/message-pushes.ts", MESSAGE_PUSH_TEXTS),
    ...Object.values(IMPORT_REASONS)
      .flatMap(({ reason, remedy }) => [reason, remedy])
      .map((message) => ({ message, context: undefined, file: "contract/src/content-import/import-reasons.ts" })),
    ...causeMessages("contract/src/wording/alerts.ts", ALERT_TEXTS),
    ...causeMessages("contract/src/wording/publish-warnings.ts", PUBLISH_WARNING_TEXTS),
    ...FIELD_SENTENCES.map((message) => ({ message, context: undefined, file: FIELDS })),
    ...COUNTED_FIELD_SENTENCES.map((text) => ({
      message: pluralMessage(text, text),
      context: undefined,
      file: FIELDS,
    })),
    ...fieldSentences(),
    ...policyLabels(),
  ];
  return mergeMessages(found);
}

/** Returns the messages of the builder on the customer's page, in file order. */
export function builderMessages(): readonly SourceMessage[] {
  const codes = new Set<string>(Object.values(BUILDER_PAGE_ROUTES).flatMap(({ problems: own }) => own));
  return mergeMessages([
    ...codeMessages("sdk/src/builder", builderTexts()),
    ...problemMessages((code) => codes.has(code)),
    ...causeMessages("contract/src/wording/gates.ts", GATE_TEXTS),
  ]);
}

/** Returns the evidence of gates, which the builder loads when a draft is first played in another language. */
export function builderEvidenceMessages(): readonly SourceMessage[] {
  return mergeMessages([
    ...causeMessages("contract/src/wording/page-evidence.ts", PAGE_EVIDENCE_TEXTS),
    ...causeMessages("contract/src/wording/evidence.ts", EVIDENCE_TEXTS),
  ]);
}

/** A message in one file. */
interface FoundMessage extends Pick<SourceMessage, "message" | "context"> {
  readonly file: string;
}

function codeMessages(folder: string, { said }: Texts): readonly FoundMessage[] {
  return said.map(({ text, one, at }) => {
    const [words = "", context] = text.split("##", 2);
    const [file = ""] = at.split(":");
    const message = one === undefined ? words : pluralMessage(one.split("##", 1)[0] ?? one, words);
    return { message, context, file: `${folder}/${file}` };
  });
}

function problemMessages(isShown: (code: string) => boolean): readonly FoundMessage[] {
  return Object.entries(PROBLEM_MEANINGS)
    .filter(([code]) => isShown(code))
    .map(([code, meaning]) => ({
      message: meaning.replaceAll(/[{}]/g, "'$&'"),
      context: `${PROBLEM}${code}`,
      file: "contract/src/problem-meaning.ts",
    }));
}

function mergeMessages(found: readonly FoundMessage[]): readonly SourceMessage[] {
  const merged = new Map<string, SourceMessage>();
  for (const { message, context, file } of found) {
    const key = `${context ?? ""}\u0004${message}`;
    const files = merged.get(key)?.files ?? [];
    merged.set(key, { message, context, files: files.includes(file) ? files : [...files, file] });
  }
  return [...merged.values()];
}

function causeMessages(file: string, texts: Readonly<Record<string, string>>) {
  return Object.values(texts).flatMap((message) =>
    // Messages that consist only of values need no translation.
    /\p{L}/u.test(message.replaceAll(/\{\w+\}/g, "")) ? [{ message, context: undefined, file }] : [],
  );
}

/** Validation messages of the contract's schemas. Messages with a value are in {@link FIELD_SENTENCES}. */
function fieldSentences(): readonly { message: string; context: undefined; file: string }[] {
  const patterns = [...FIELD_SENTENCES, ...COUNTED_FIELD_SENTENCES].map(createPattern);
  return sourceFiles("contract/src/schema")
    .filter((file) => !file.includes("/responses/"))
    .flatMap((file) => sentencesOf(file).map((text) => ({ text, file })))
    .filter(({ text }) => !patterns.some((pattern) => valuesIn(pattern, text) !== undefined))
    .map(({ text, file }) => ({ message: quoteBraces(text), context: undefined, file }));
}

const POLICY_LABELS = "server/src/accounts/access/policy-labels.ts";

function policyLabels() {
  const source = readFileSync(join(ROOT, POLICY_LABELS), "utf8");
  return [...source.matchAll(/^ {2}"[\w.]+": "(.+)",$/gm)].map(([, message = ""]) => ({
    message,
    context: undefined,
    file: POLICY_LABELS,
  }));
}

/** Sentences of a file in double quotes, or in template literals that contain limits. */
function sentencesOf(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), "utf8").replaceAll(/^ *(\/\/|\*|\/\*\*).*$/gm, "");
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)+)"|`([^`]+)`/g)]
    .map(([, plain, filled]) => plain ?? (filled ?? "").replaceAll(/\$\{(?:limits\.(\w+)|[^}]*)\}/g, limitOf))
    .filter((text) => /^[A-Z0-9][^`]* [^`]*\.$/.test(text));
}

const LIMITS: Readonly<Record<string, unknown>> = limits;
const limitOf = (_whole: string, name: string | undefined): string => String((name && LIMITS[name]) ?? 7);

/**
 * Brings the messages of a PO file up to date with the sources. New messages have no translation, and unused ones are
 * removed. Contract and server texts that no table contains stay as long as they occur in the sources.
 */
export function currentMessages(before: readonly PoMessage[]): readonly PoMessage[] {
  const sources = sourceMessages();
  const known = byKey(before);
  for (const source of sources) known.delete(keyOf(source));
  const literals = literalFiles();
  const others = [...known.values()].flatMap((each) => {
    const file = each.context === undefined ? literals.get(messageKey(each)) : undefined;
    return file === undefined ? [] : [{ ...each, files: [file] }];
  });
  return [...withTranslations(sources, before), ...others];
}

/** Adds the translations that messages had before. */
export function withTranslations(
  sources: readonly SourceMessage[],
  before: readonly PoMessage[],
): readonly PoMessage[] {
  const known = byKey(before);
  return sources.map((source) => {
    const { translation = "", comments = [] } = known.get(keyOf(source)) ?? {};
    return { ...source, translation, comments };
  });
}

const keyOf = ({ message, context }: SourceMessage): string => `${context ?? ""}\u0004${message}`;
const byKey = (messages: readonly PoMessage[]) => new Map(messages.map((each) => [keyOf(each), each]));

/** String literals of the contract and the server, with their file. */
function literalFiles(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const file of [...sourceFiles("contract/src"), ...sourceFiles("server/src")]) {
    const source = readFileSync(join(ROOT, file), "utf8");
    for (const [, text = ""] of source.matchAll(/"((?:[^"\\\n]|\\.)+)"/g)) {
      if (!found.has(text)) found.set(text, file);
    }
    // Unquoted keys of a table.
    for (const [, text = ""] of source.matchAll(/^ {2}(\w+): \S/gm)) if (!found.has(text)) found.set(text, file);
  }
  return found;
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort();
}
