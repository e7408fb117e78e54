import type { Role } from "@fanfare/contract/schema/api";

/** A letter without markup: it reads the same in every mail program, and by every screen reader. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface Link {
  readonly to: string;
  readonly workspace: string;
  readonly url: string;
  readonly expires_ms: number;
}

export function invitationLetter({ to, workspace, url, expires_ms, role }: Link & { readonly role: Role }): Letter {
  return {
    to,
    subject: `You are invited to ${workspace}`,
    text: paragraphs(
      `You are invited to ${workspace} on Fanfare, as ${role}. Open this link to choose your name and a password:`,
      url,
      `It works once, until ${until(expires_ms)}. If you did not expect it, leave it: nothing happens.`,
    ),
  };
}

export function resetLetter({ to, workspace, url, expires_ms }: Link): Letter {
  return {
    to,
    subject: `A new password for ${workspace}`,
    text: paragraphs(
      `Somebody asked for a new password for your account in ${workspace} on Fanfare. Open this link to choose it:`,
      url,
      `It works once, until ${until(expires_ms)}. If it was not you, leave it: your password stays as it is.`,
    ),
  };
}

export function testLetter(to: string, workspace: string): Letter {
  return {
    to,
    subject: `Mail from ${workspace} arrives`,
    text: paragraphs(
      `This letter was sent to try the mail server of ${workspace} on Fanfare. It arrived, so invitations will too.`,
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join("\n\n")}\n`;
}

/** In the one time zone that sender and reader are sure to agree on. */
function until(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
