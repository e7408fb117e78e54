/** The mail server by which invitations and links to a new password are sent. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import { emailSchema } from "./sign-in.ts";

/** `tls`: encrypted from the first byte (port 465). `starttls`: encrypted before anything is said (587). `none`: only for a relay on the same machine or network. */
export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^[0-9a-f:]{2,45}$/i;

const fields = {
  host: z
    .string()
    .trim()
    .max(limits.host_chars_max)
    .regex(HOST, "Enter a host name or IP address without a port, such as smtp.example.com."),
  port: z
    .int("Enter a whole number.")
    .min(1, "Enter a value from 1 to 65535.")
    .max(65_535, "Enter a value from 1 to 65535."),
  security: z.enum(MAIL_SECURITY),
  /** Null: the server takes mail from anybody who reaches it. */
  user: z.string().trim().min(1).max(limits.mail_user_chars_max).nullable(),
  from: emailSchema,
  from_name: z
    .string()
    .trim()
    .max(limits.mail_from_name_chars_max)
    .regex(/^\P{Cc}*$/u, "Remove the control characters."),
};

/** What is said of the mail server, but for the password, which is never told. */
export const mailServerSchema = z.strictObject(fields);
export type MailServer = z.output<typeof mailServerSchema>;

/**
 * `PUT /api/mail`, with `If-Match` once there is one. `password` left out: it stays as it was; it goes with `user: null`.
 * A password is not sent in the clear.
 */
export const putMailRequestSchema = z
  .strictObject({ ...fields, password: z.string().min(1).max(1_000).optional() })
  .refine(({ security, user }) => security !== "none" || user === null, {
    path: ["security"],
    message: "Passwords aren't sent unencrypted. Use TLS or STARTTLS, or remove the user.",
  });

/** `GET /api/mail`; `server` null: none is set, and links are handed over by hand. */
export interface MailResponse {
  readonly server: (MailServer & { readonly has_password: boolean; readonly revision: number }) | null;
  /** Whether who forgot a password may ask for a link at the door: it needs a mail server and FANFARE_PUBLIC_URL. */
  readonly offers_reset: boolean;
}

/** `POST /api/mail/test` answers 204 once the mail server has taken a letter for this address. */
export const testMailRequestSchema = z.strictObject({ to: emailSchema });

/** `POST /api/password-reset/ask` answers 204 for every address: nobody learns whose account there is. */
export const passwordResetEmailRequestSchema = z.strictObject({ email: emailSchema });

/** What became of the letter that holds a link: the link is in the answer in any case. */
export type EmailDelivery =
  | { readonly state: "sent" }
  /** No mail server is set. */
  | { readonly state: "off" }
  /** `says`: why the mail server did not take it. */
  | { readonly state: "failed"; readonly says: string };
