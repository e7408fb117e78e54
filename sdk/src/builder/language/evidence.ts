import type { BuilderLanguage } from "@fanfare/contract/schema/client/builder";
import { type Cause, type CauseLanguage, causeSentences, ENGLISH } from "@fanfare/contract/wording/cause";
import { EVIDENCE_TEXTS } from "@fanfare/contract/wording/evidence";
import { fillIcu, type IcuValues } from "@fanfare/contract/wording/icu";
import type { messages as translated } from "../locales/evidence-ar.ts";
import { isolated, typographic } from "./t.ts";

type Messages = typeof translated;
type Message = Messages[string];
/** Text, the name of a value, or a choice by a value. */
type Token = Message[number];

type Translated = Exclude<BuilderLanguage, "en">;
type EvidenceWriter = (causes: readonly Cause[]) => string;

const LANGUAGES: Readonly<Record<Translated, () => Promise<{ readonly messages: Messages }>>> = {
  ar: () => import("../locales/evidence-ar.ts"),
};

const LISTS = { en: ENGLISH, ar: { between_clauses: "؛ ", between_items: "، ", between_options: " أو " } } as const;

/** Loads what writes the evidence of gates in a language. */
export async function loadEvidence(tag: BuilderLanguage): Promise<EvidenceWriter> {
  return evidenceWriter(tag, tag === "en" ? {} : (await LANGUAGES[tag]()).messages);
}

export function evidenceWriter(tag: BuilderLanguage, messages: Messages): EvidenceWriter {
  const language: CauseLanguage = {
    ...LISTS[tag],
    fill(english, values) {
      const message = Object.hasOwn(messages, english) ? messages[english] : undefined;
      return message === undefined ? fillIcu(typographic(english), values) : fillMessage(tag, message, values);
    },
  };
  return (causes) => causeSentences(EVIDENCE_TEXTS, causes, language);
}

/** Fills a compiled message. `count`: what `#` stands for. */
function fillMessage(tag: string, message: Message, values: IcuValues, count = ""): string {
  return message.map((token) => fillToken(tag, token, values, count)).join("");
}

function fillToken(tag: string, token: Token, values: IcuValues, count: string): string {
  if (typeof token === "string") return token === "#" ? count : token;
  const [name, kind, branches] = token;
  const value = values[name] ?? "";
  if (kind === undefined || typeof branches !== "object") return isolated(value);
  const rules = kind === "plural" ? new Intl.PluralRules(tag) : undefined;
  // Cast: plurals and choices have a message for each branch.
  const own = branches as Readonly<Record<string, Message | undefined>>;
  const chosen = own[rules ? `=${value}` : value] ?? (rules && own[rules.select(Number(value))]) ?? own["other"] ?? [];
  return fillMessage(tag, chosen, values, rules ? String(value) : count);
}
