import { z } from "zod";
import { limits } from "../../limits.ts";
import { DEFAULT_SOURCE_LOCALE } from "../../realtime/app-settings.ts";
import { localeSchema } from "../content/text.ts";
import { appSettingsChangeSchema, originSchema } from "./app-settings.ts";

/** Digits only, as Pusher libraries require for app IDs. */
export const APP_ID_PATTERN = /^[1-9][0-9]{0,17}$/;
/** Characters that need no escaping in a path. */
export const APP_KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** Printable, because operators copy it between environments. */
export const APP_SECRET_PATTERN = /^[\x21-\x7e]{8,256}$/;
/** Key of the hidden app through which the console uses its own SDK. */
export const CONSOLE_APP_KEY = "fanfare-console";

const secretSchema = z
  .string()
  .regex(
    APP_SECRET_PATTERN,
    "Use 8 to 256 printable characters without spaces, or leave this empty to generate a secret.",
  );

/** `POST /api/apps`. Responds with 201 and a {@link CreatedAppResponse}. Omitted values are generated. */
export const newAppSchema = z.strictObject({
  name: z.string().trim().min(1, "Enter an app name.").max(limits.app_name_chars_max).default("App"),
  id: z.string().regex(APP_ID_PATTERN, "Use up to 18 digits. The first one can't be 0.").optional(),
  key: z
    .string()
    .regex(APP_KEY_PATTERN, "Use up to 64 letters, digits, _, and -.")
    .refine((key) => key !== CONSOLE_APP_KEY, "This key is reserved for the console. Use another key.")
    .optional(),
  secret: secretSchema.optional(),
  /** Language in which members write. New content takes it as its source language. */
  source_locale: localeSchema.default(DEFAULT_SOURCE_LOCALE),
  /** Whether pages can send client events on channels. */
  client_events: z.boolean().default(false),
  require_tls: z.boolean().default(false),
});

/** An app with the credentials and settings that it has on another server. `fanfare doctor --from` */
export const importedAppSchema = newAppSchema
  .pick({ name: true, id: true })
  .extend({ key: newAppSchema.shape.key.unwrap(), secret: secretSchema })
  .extend({
    allowed_origins: z.array(originSchema).max(limits.allowed_origins_max),
    settings: appSettingsChangeSchema,
  });

export const newSecretSchema = z.strictObject({ secret: secretSchema.optional() });
