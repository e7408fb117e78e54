import { z } from "zod";
import type { AppSecretsResponse, CreatedAppResponse, NewSecretResponse } from "../../accounts/new-app.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";

export const appSecretsResponseSchema = exactSchema<AppSecretsResponse>("AppSecretsResponse")(
  z.strictObject({
    items: readonlyArray(
      z.strictObject({
        id: z.string(),
        created_at: z.iso.datetime(),
        revoked_at: z.iso.datetime().nullable(),
        last_used_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
);

export const createdAppResponseSchema = exactSchema<CreatedAppResponse>("CreatedAppResponse")(
  z.strictObject({ id: z.string(), key: z.string(), secret: z.string(), name: z.string() }),
);

export const newSecretResponseSchema = exactSchema<NewSecretResponse>("NewSecretResponse")(
  z.strictObject({ id: z.string(), secret: z.string() }),
);
