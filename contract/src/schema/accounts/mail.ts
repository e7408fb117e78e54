import { z } from "zod";
import { limits } from "../../limits.ts";
import { emailSchema } from "./sign-in.ts";

/**
 * `tls`: encrypted from the first byte (port 465). `starttls`: upgraded before any data is sent (587). `none`: only for
 * a relay on the same machine or network.
 */
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
  /** Null: the server needs no authentication. */
  user: z.string().trim().min(1).max(limits.mail_user_chars_max).nullable(),
  from: emailSchema,
  from_name: z
    .string()
    .trim()
    .max(limits.mail_from_name_chars_max)
    .regex(/^\P{Cc}*$/u, "Remove the control characters."),
};

/** Mail server settings without the password, which is never returned. */
export const mailServerSchema = z.strictObject(fields);
export type MailServer = z.output<typeof mailServerSchema>;

/**
 * `PUT /api/mail`, with `If-Match` once settings exist. An omitted `password` stays unchanged; `user: null` removes it.
 * Passwords require encryption.
 */
export const putMailRequestSchema = z
  .strictObject({ ...fields, password: z.string().min(1).max(1_000).optional() })
  .refine(({ security, user }) => security !== "none" || user === null, {
    path: ["security"],
    message: "Passwords aren't sent unencrypted. Use TLS or STARTTLS, or remove the username.",
  });

/** `POST /api/mail/test`. Responds with 204 once the mail server has accepted an email to this address. */
export const testMailRequestSchema = z.strictObject({ to: emailSchema });

/**
 * `POST /api/password-reset/ask`. Responds with 204 for every address, so that it doesn't reveal which accounts exist.
 */
export const passwordResetEmailRequestSchema = z.strictObject({ email: emailSchema });
