import { passwordResetEmailRequestSchema, putMailRequestSchema, testMailRequestSchema } from "../accounts/mail.ts";
import { mailResponseSchema } from "../responses/accounts/mail.ts";
import { defineRoutes } from "./route.ts";

export const MAIL_ROUTES = defineRoutes({
  "POST /api/password-reset/ask": {
    access: "anyone",
    summary: "Request a password reset email",
    body: passwordResetEmailRequestSchema,
    unkeyed: true,
    problems: ["mail_off", "rate_limited"],
  },
  "GET /api/mail": {
    access: "mail.read",
    summary: "Get the mail server settings",
    response: mailResponseSchema,
    tagged: true,
  },
  "PUT /api/mail": {
    access: "mail.write",
    summary: "Set the mail server",
    body: putMailRequestSchema,
    response: mailResponseSchema,
    tagged: true,
    revision: "if_set",
  },
  "DELETE /api/mail": { access: "mail.write", summary: "Remove the mail server" },
  "POST /api/mail/test": {
    access: "mail.write",
    summary: "Send a test email",
    body: testMailRequestSchema,
    problems: ["mail_off", "mail_refused"],
  },
});
