import { z } from "zod";
import { ROLES } from "../api.ts";
import type {
  CreatedInvite,
  Invite,
  InviteOffer,
  InvitesResponse,
  Member,
  MembersResponse,
  PolicyResponse,
  RecoveryCodes,
  ResetLink,
  SignInSummary,
  SignInsResponse,
  TwoFactorOffer,
  TwoFactorState,
} from "../member.ts";
import { exactly, listOf } from "./exactly.ts";
import { deliverySchema } from "./mail.ts";

export const inviteSchema = exactly<Invite>("Invite")(
  z.strictObject({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    created_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
);

export const createdInviteSchema = exactly<CreatedInvite>("CreatedInvite")(
  inviteSchema.extend({ url: z.string(), mail: deliverySchema }),
);

export const invitesResponseSchema = exactly<InvitesResponse>("InvitesResponse")(
  z.strictObject({ items: listOf(inviteSchema), next: z.string().nullable() }),
);

export const inviteOfferSchema = exactly<InviteOffer>("InviteOffer")(
  z.strictObject({ email: z.string(), role: z.enum(ROLES), workspace: z.string() }),
);

export const memberSchema = exactly<Member>("Member")(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    two_factor: z.boolean(),
    has_password: z.boolean(),
    has_provider: z.boolean(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime().nullable(),
    etag: z.string(),
  }),
);

export const membersResponseSchema = exactly<MembersResponse>("MembersResponse")(
  z.strictObject({ items: listOf(memberSchema), next: z.string().nullable() }),
);

export const policyResponseSchema = exactly<PolicyResponse>("PolicyResponse")(
  z.strictObject({
    items: listOf(z.strictObject({ action: z.string(), says: z.string(), roles: listOf(z.enum(ROLES)) })),
  }),
);

export const resetLinkSchema = exactly<ResetLink>("ResetLink")(
  z.strictObject({ url: z.string(), mail: deliverySchema, expires_at: z.iso.datetime() }),
);

export const signInSummarySchema = exactly<SignInSummary>("SignInSummary")(
  z.strictObject({
    id: z.string(),
    user_agent: z.string(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    current: z.boolean(),
  }),
);

export const signInsResponseSchema = exactly<SignInsResponse>("SignInsResponse")(
  z.strictObject({ items: listOf(signInSummarySchema) }),
);

export const twoFactorStateSchema = exactly<TwoFactorState>("TwoFactorState")(
  z.strictObject({ on: z.boolean(), recovery_codes_left: z.number() }),
);

export const twoFactorOfferSchema = exactly<TwoFactorOffer>("TwoFactorOffer")(
  z.strictObject({ secret: z.string(), url: z.string() }),
);

export const recoveryCodesSchema = exactly<RecoveryCodes>("RecoveryCodes")(
  z.strictObject({ recovery_codes: listOf(z.string()) }),
);
