import { z } from "zod";
import type {
  LinkedIdentities,
  SignInProvider,
  SignOutResponse,
  SingleSignOnResponse,
} from "../../accounts/single-sign-on.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { providerSchema } from "../stored-schemas.ts";

export const signInProviderSchema = exactSchema<SignInProvider>("DoorProvider")(z.strictObject({ name: z.string() }));

export const linkedIdentitiesSchema = exactSchema<LinkedIdentities>("OwnIdentities")(
  z.strictObject({
    provider: signInProviderSchema.nullable(),
    items: readonlyArray(
      z.strictObject({
        issuer: z.string(),
        current: z.boolean(),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime(),
      }),
    ),
  }),
);

export const signOutResponseSchema = exactSchema<SignOutResponse>("SignedOut")(
  z.strictObject({ provider_url: z.string().nullable() }),
);

export const singleSignOnResponseSchema = exactSchema<SingleSignOnResponse>("SingleSignOnResponse")(
  z.strictObject({
    provider: z.strictObject({ ...providerSchema.shape, has_secret: z.boolean(), revision: z.number() }).nullable(),
    redirect_url: z.string(),
    signed_out_url: z.string(),
    logout_url: z.string(),
    is_configured: z.boolean(),
  }),
);
