import type { Role } from "@fanfare/contract/schema/accounts/sign-in";

export interface EmailAttachment {
  readonly filename: string;
  readonly content: string;
  readonly contentType: string;
}

/** Every email has plain text, readable in every email client and screen reader. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same text with headings and links. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly EmailAttachment[];
}

interface EmailLink {
  readonly to: string;
  readonly workspace: string;
  readonly url: string;
  readonly expires_ms: number;
}

export function invitationEmail({ to, workspace, url, expires_ms, role }: EmailLink & { readonly role: Role }): Email {
  return {
    to,
    subject: `You're invited to ${workspace}`,
    text: paragraphs(
      `You've been invited to join ${workspace} on Fanfare with the role ${role}. Open this link to set your name and password:`,
      url,
      `This link works once and expires on ${formatExpiry(expires_ms)}. If you didn't expect this invitation, ignore this email.`,
    ),
  };
}

export function passwordResetEmail({ to, workspace, url, expires_ms }: EmailLink): Email {
  return {
    to,
    subject: `Reset your ${workspace} password`,
    text: paragraphs(
      `We received a request to reset the password of your ${workspace} account. Open this link to choose a new one:`,
      url,
      `This link works once and expires on ${formatExpiry(expires_ms)}. If you didn't request this, ignore this email. Your password won't change.`,
    ),
  };
}

export interface ContentEmailTexts {
  readonly to: string;
  readonly workspace: string;
  /** Name of the content. */
  readonly content: string;
  readonly app: string;
  readonly url: string;
  /** Who did what it's about. */
  readonly by: string;
}

export function reviewRequestEmail({
  to,
  workspace,
  content,
  app,
  url,
  by,
  is_chosen,
}: ContentEmailTexts & { readonly is_chosen: boolean }): Email {
  return {
    to,
    subject: `Review requested: ${content}`,
    text: paragraphs(
      `${by} asks for approval to publish “${content}” in ${app}. Open this link to review it:`,
      url,
      is_chosen
        ? `You get this email because ${by} chose you as a reviewer in ${workspace}.`
        : `You get this email because you can approve content in ${workspace}.`,
    ),
  };
}

export function reviewEndedEmail({
  to,
  workspace,
  content,
  app,
  url,
  by,
  outcome,
}: ContentEmailTexts & { readonly outcome: "approved" | "returned" }): Email {
  const approved = outcome === "approved";
  return {
    to,
    subject: approved ? `Approved: ${content}` : `Returned to draft: ${content}`,
    text: paragraphs(
      approved
        ? `${by} approved “${content}” for ${app}. Open this link to publish it:`
        : `${by} returned “${content}” to draft, so it isn't published in ${app}. Open this link to change it:`,
      url,
      `You get this email because you requested this review in ${workspace}.`,
    ),
  };
}

export function mentionEmail({
  to,
  workspace,
  content,
  url,
  by,
  comment,
}: ContentEmailTexts & { readonly comment: string }): Email {
  return {
    to,
    subject: `${by} mentioned you: ${content}`,
    text: paragraphs(
      `${by} mentioned you in a comment on “${content}”:`,
      comment,
      `Open this link to reply:`,
      url,
      `You get this email because you're a member of ${workspace}.`,
    ),
  };
}

export function testEmail(to: string, workspace: string): Email {
  return {
    to,
    subject: `Test email from ${workspace}`,
    text: paragraphs(`This is a test email from ${workspace} on Fanfare. Your mail server is set up correctly.`),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join("\n\n")}\n`;
}

/** In UTC, the only zone that's unambiguous for sender and recipient. */
function formatExpiry(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
