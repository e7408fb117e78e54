import { z } from "zod";
import type {
  CreatedInvite,
  Invite,
  InvitePreview,
  InvitesResponse,
  Member,
  MembersResponse,
  PolicyResponse,
  RecoveryCodes,
  ResetLink,
  SignInSummary,
  SignInsResponse,
  TwoFactorSetup,
  TwoFactorState,
} from "../../accounts/member.ts";
import { ROLES } from "../../accounts/sign-in.ts";
import { exactSchema, readonlyArray } from "../exact-schema.ts";
import { emailDeliverySchema } from "./mail.ts";

const inviteSchema = exactSchema<Invite>("Invite")(
  z.strictObject({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    created_by: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
);

export const createdInviteSchema = exactSchema<CreatedInvite>("CreatedInvite")(
  inviteSchema.extend({ url: z.string(), mail: emailDeliverySchema }),
);

export const invitesResponseSchema = exactSchema<InvitesResponse>("InvitesResponse")(
  z.strictObject({ items: readonlyArray(inviteSchema), next: z.string().nullable() }),
);

export const invitePreviewSchema = exactSchema<InvitePreview>("InviteOffer")(
  z.strictObject({ email: z.string(), role: z.enum(ROLES), workspace: z.string() }),
);

const memberSchema = exactSchema<Member>("Member")(
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

export const membersResponseSchema = exactSchema<MembersResponse>("MembersResponse")(
  z.strictObject({ items: readonlyArray(memberSchema), next: z.string().nullable() }),
);

export const policyResponseSchema = exactSchema<PolicyResponse>("PolicyResponse")(
  z.strictObject({
    items: readonlyArray(z.strictObject({ action: z.string(), says: z.string(), roles: readonlyArray(z.enum(ROLES)) })),
  }),
);

export const resetLinkSchema = exactSchema<ResetLink>("ResetLink")(
  z.strictObject({ url: z.string(), mail: emailDeliverySchema, expires_at: z.iso.datetime() }),
);

const signInSummarySchema = exactSchema<SignInSummary>("SignInSummary")(
  z.strictObject({
    id: z.string(),
    user_agent: z.string(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    current: z.boolean(),
  }),
);

export const signInsResponseSchema = exactSchema<SignInsResponse>("SignInsResponse")(
  z.strictObject({ items: readonlyArray(signInSummarySchema) }),
);

export const twoFactorStateSchema = exactSchema<TwoFactorState>("TwoFactorState")(
  z.strictObject({ on: z.boolean(), recovery_codes_left: z.number() }),
);

export const twoFactorSetupSchema = exactSchema<TwoFactorSetup>("TwoFactorOffer")(
  z.strictObject({ secret: z.string(), url: z.string() }),
);

export const recoveryCodesSchema = exactSchema<RecoveryCodes>("RecoveryCodes")(
  z.strictObject({ recovery_codes: readonlyArray(z.string()) }),
);
