/** How apps are made and their secrets changed, by the console and on the command line. */
import { z } from "zod";
import { limits } from "../../limits.ts";

/** Digits only, as Pusher's libraries expect of an app id. */
export const APP_ID_PATTERN = /^[1-9][0-9]{0,17}$/;
/** What fits into a path without escaping. */
export const APP_KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** Printable, because operators copy it between environments. */
export const APP_SECRET_PATTERN = /^[\x21-\x7e]{8,256}$/;
/** Key of the hidden app by which the console is its own guest. */
export const CONSOLE_APP_KEY = "fanfare-console";

const secretSchema = z
  .string()
  .regex(
    APP_SECRET_PATTERN,
    "Use 8 to 256 printable characters without spaces, or leave this empty to generate a secret.",
  );

/** `POST /api/apps` answers 201 with a {@link CreatedAppResponse}. What is not given is generated. */
export const newAppSchema = z.strictObject({
  name: z.string().trim().min(1, "Enter an app name.").max(limits.app_name_chars_max).default("App"),
  id: z.string().regex(APP_ID_PATTERN, "Use up to 18 digits. The first one can't be 0.").optional(),
  key: z
    .string()
    .regex(APP_KEY_PATTERN, "Use up to 64 letters, digits, _, and -.")
    .refine((key) => key !== CONSOLE_APP_KEY, "This key is reserved for the console. Use another key.")
    .optional(),
  secret: secretSchema.optional(),
  /** Whether pages may say things to each other on channels. */
  client_events: z.boolean().default(false),
  /** Whether connections and calls of back ends must come by TLS. */
  require_tls: z.boolean().default(false),
});

/** The secret is in this answer and in no later one. */
export interface CreatedAppResponse {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  readonly name: string;
}

/** `POST /api/apps/{id}/secrets` answers 201 with a {@link NewSecretResponse}. */
export const newSecretSchema = z.strictObject({ secret: secretSchema.optional() });
export interface NewSecretResponse {
  readonly id: string;
  readonly secret: string;
}

/** `GET /api/apps/{id}/secrets`, the newest first. What a secret is was shown when it was made. */
export interface AppSecretsResponse {
  readonly items: readonly {
    readonly id: string;
    readonly created_at: string;
    readonly revoked_at: string | null;
    /** To the minute or so; null: nothing was ever signed by it. */
    readonly last_used_at: string | null;
  }[];
}
