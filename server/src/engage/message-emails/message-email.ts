import type { LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import { truncate } from "../../lib/truncate.ts";
import type { Email } from "../../mail/email-templates.ts";
import { subscriptionEmail } from "../../mail/subscription-email.ts";
import { emailTexts } from "./email-texts.ts";

export interface MessageEmailParts {
  readonly to: string;
  readonly language: string;
  readonly body: Extract<LiveUpdateBody, { readonly kind: "toast" | "banner" }>;
  readonly workspace: string;
  /** The recipient's page. */
  readonly unsubscribe_url: string;
}

const SUBJECT_CHARS_MAX = 120;

/** The title, text, and button of a message. */
export function messageEmail({ to, language, body, workspace, unsubscribe_url }: MessageEmailParts): Email {
  const { title, text, action } = body;
  return subscriptionEmail({
    ...{ to, language, unsubscribe_url },
    subject: truncate((title ?? text).replaceAll(/\s+/g, " "), SUBJECT_CHARS_MAX),
    sections: [{ title, lines: text.split("\n"), by_author: true }],
    link: action?.href === undefined ? undefined : { label: action.label, url: action.href },
    reason: emailTexts(language, workspace).reason,
  });
}
