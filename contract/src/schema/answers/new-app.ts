import { z } from "zod";
import type { AppSecretsResponse, CreatedAppResponse, NewSecretResponse } from "../new-app.ts";
import { exactly, listOf } from "./exactly.ts";

export const appSecretsResponseSchema = exactly<AppSecretsResponse>("AppSecretsResponse")(
  z.strictObject({
    items: listOf(
      z.strictObject({
        id: z.string(),
        created_at: z.iso.datetime(),
        revoked_at: z.iso.datetime().nullable(),
        last_used_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
);

export const createdAppResponseSchema = exactly<CreatedAppResponse>("CreatedAppResponse")(
  z.strictObject({ id: z.string(), key: z.string(), secret: z.string(), name: z.string() }),
);

export const newSecretResponseSchema = exactly<NewSecretResponse>("NewSecretResponse")(
  z.strictObject({ id: z.string(), secret: z.string() }),
);
