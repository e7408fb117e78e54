import { isolateName } from "../../mail/subscription-email.ts";
import { EMAIL_TRANSLATIONS, type EmailTexts } from "./email-translations.ts";

const ENGLISH: EmailTexts = {
  reason: "You get this email because you haven’t seen this message in {name} yet.",
  title: "Emails from {name}",
  subscribed: "You’re subscribed. You get an email when you haven’t seen a message.",
  unsubscribed: "You’re unsubscribed. You won’t get messages by email anymore.",
  subscribe: "Subscribe again",
  invalid: "This link is incomplete or no longer valid. Copy the full link from the email.",
  busy: "Too many requests. Try again in a moment.",
};

const TEXTS: Readonly<Record<string, EmailTexts>> = { en: ENGLISH, ...EMAIL_TRANSLATIONS };

/** The first of these languages that has texts, otherwise English. */
export function emailLanguage(tags: readonly (string | null)[]): string {
  const languages = tags.map((tag) => tag?.toLowerCase().split("-")[0] ?? "");
  return languages.find((language) => Object.hasOwn(TEXTS, language)) ?? "en";
}

/** The texts in a language, about the workspace of this name. */
export function emailTexts(language: string, name: string): EmailTexts {
  const texts = TEXTS[language] ?? ENGLISH;
  const shown = isolateName(language, name);
  return {
    ...texts,
    reason: texts.reason.replace("{name}", () => shown),
    title: texts.title.replace("{name}", () => shown),
  };
}
