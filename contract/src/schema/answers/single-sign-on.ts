import { z } from "zod";
import type { DoorProvider, OwnIdentities, SignedOut, SingleSignOnResponse } from "../single-sign-on.ts";
import { exactly, listOf } from "./exactly.ts";
import { providerSchema } from "./stored.ts";

export const doorProviderSchema = exactly<DoorProvider>("DoorProvider")(z.strictObject({ name: z.string() }));

export const ownIdentitiesSchema = exactly<OwnIdentities>("OwnIdentities")(
  z.strictObject({
    provider: doorProviderSchema.nullable(),
    items: listOf(
      z.strictObject({
        issuer: z.string(),
        current: z.boolean(),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime(),
      }),
    ),
  }),
);

export const signedOutSchema = exactly<SignedOut>("SignedOut")(z.strictObject({ provider_url: z.string().nullable() }));

export const singleSignOnResponseSchema = exactly<SingleSignOnResponse>("SingleSignOnResponse")(
  z.strictObject({
    provider: z.strictObject({ ...providerSchema.shape, has_secret: z.boolean(), revision: z.number() }).nullable(),
    redirect_url: z.string(),
    signed_out_url: z.string(),
    logout_url: z.string(),
    is_configured: z.boolean(),
  }),
);
