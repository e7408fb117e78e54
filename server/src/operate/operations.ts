import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { newMemberSchema } from "@fanfare/contract/schema/api";
import { appIdSchema } from "@fanfare/contract/schema/app-id";
import { explainQuerySchema } from "@fanfare/contract/schema/explain";
import { liveUpdateWishSchema } from "@fanfare/contract/schema/live-update";
import { newAppSchema, newSecretSchema } from "@fanfare/contract/schema/new-app";
import { createTokenRequestSchema } from "@fanfare/contract/schema/token";
import { z } from "zod";
import { createToken, listTokens, revokeToken, scopesOf } from "../accounts/api-tokens.ts";
import type { AppRecord } from "../accounts/app-directory.ts";
import { listSecrets, revokeSecret, rotateSecret } from "../accounts/app-secrets.ts";
import { createMember } from "../accounts/members.ts";
import { createApp } from "../accounts/new-app.ts";
import { createResetLink } from "../accounts/password-change.ts";
import { endTwoFactor } from "../accounts/second-factor.ts";
import { explainForMember } from "../engage/explain-for-member.ts";
import { createPublished } from "../engage/published.ts";
import { existingImport } from "../people/import-file.ts";
import { toIso, toIsoOrNull } from "../store/columns.ts";
import { memberByEmail } from "../store/members.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { importFile, importFileSchema, shownImport } from "./import-file.ts";
import { operation } from "./operation.ts";
import type { Operator } from "./operator.ts";

const TOKENS_SHOWN_MAX = 1_000;
const NOTHING = z.strictObject({});
/** Not given: the only app that there is. */
const appChoice = { app: appIdSchema.optional() };

const resetSchema = z.strictObject({ email: z.string().max(limits.email_chars_max), end_two_factor: z.boolean() });

/**
 * Everything that the command line asks for, by name. The same entries run in the server, when it runs, and in the
 * command's own process otherwise, so that both do the same.
 */
export const OPERATIONS = {
  "app.list": operation(NOTHING, async ({ apps }) =>
    apps
      .all()
      .filter(({ system }) => !system)
      .map(({ id, key, name, paused, settings }) => ({
        id,
        key,
        name,
        paused,
        client_events: settings.client_events,
        require_tls: settings.require_tls,
      })),
  ),
  "app.create": operation(newAppSchema, async (operator, { client_events, require_tls, ...wish }) => {
    const made = await createApp(operator, { ...wish, settings: { client_events, require_tls } });
    await operator.apps.refresh(made.id);
    return { ...made, name: wish.name, client_events, require_tls };
  }),
  "app.delete": operation(z.strictObject({ id: appIdSchema }), async (operator, { id }) => {
    const app_id = appOf(operator, id);
    await operator.app_remover.remove(app_id, null);
    return { deleted: app_id };
  }),
  "key.list": operation(z.strictObject(appChoice), async (operator, { app }) => {
    const app_id = appOf(operator, app);
    return { app: app_id, items: await listSecrets(operator, app_id) };
  }),
  "key.rotate": operation(newSecretSchema.extend(appChoice), async (operator, { app, secret }) => {
    const app_id = appOf(operator, app);
    return { app: app_id, ...(await rotateSecret(operator, { app_id, member_id: null }, secret)) };
  }),
  "key.revoke": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, { app, id }) => {
      const app_id = appOf(operator, app);
      await revokeSecret(operator, { app_id, member_id: null }, id);
      return { app: app_id, revoked: id };
    },
  ),
  "schema.newest": operation(NOTHING, async () => ({ schema: newestSchema })),
  "audit.verify": operation(NOTHING, ({ audit_log }) => audit_log.verify()),
  "admin.reset": operation(resetSchema, async (operator, { email, end_two_factor }) => {
    const member = await memberByEmail(operator.store.db, email.toLowerCase());
    if (member === undefined) {
      throw new ProblemError("member_not_found", `No member has the address ${email}. fanfare admin create makes one.`);
    }
    if (end_two_factor) await endTwoFactor(operator, member.id, null);
    const { token, expires_at } = await createResetLink(operator, member, null);
    return { email: member.email, token, expires_at: toIso(expires_at) };
  }),
  "admin.create": operation(newMemberSchema, async (operator, member) => {
    const { id, email, role } = await createMember(operator, member);
    return { id, email, role };
  }),
  "token.create": operation(createTokenRequestSchema, async (operator, wish) => {
    const { row, token } = await createToken(operator, wish, undefined);
    return { id: row.id, token, name: row.name, scopes: wish.scopes, expires_at: toIsoOrNull(row.expires_at) };
  }),
  "token.list": operation(NOTHING, async (operator) => {
    const { rows } = await listTokens(operator, { after: undefined, limit: TOKENS_SHOWN_MAX });
    return {
      items: rows.map((row) => ({
        id: row.id,
        name: row.name,
        scopes: scopesOf(row),
        member_id: row.member_id,
        last_used_at: toIsoOrNull(row.last_used_at),
        expires_at: toIsoOrNull(row.expires_at),
      })),
    };
  }),
  "token.revoke": operation(z.strictObject({ id: z.string().max(limits.id_chars_max) }), async (operator, { id }) => {
    await revokeToken(operator, id, null);
    return { revoked: id };
  }),
  explain: operation(
    explainQuerySchema.omit({ app_id: true }).extend(appChoice),
    async (operator, { app: wish, ...question }) => {
      const app = appRecordOf(operator, wish);
      return explainForMember({ ...operator, published: createPublished(operator) }, app, question);
    },
  ),
  "people_import.file": operation(importFileSchema.extend(appChoice), async (operator, { app, ...wish }) =>
    importFile(operator, appRecordOf(operator, app), wish),
  ),
  "people_import.show": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, wish) => shownImport(await existingImport(operator, appRecordOf(operator, wish.app), wish.id)),
  ),
  "people_import.cancel": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, wish) => {
      const app = appRecordOf(operator, wish.app);
      await operator.importer.cancel(await existingImport(operator, app, wish.id), null);
      return shownImport(await existingImport(operator, app, wish.id));
    },
  ),
  "live_update.send": operation(
    z.strictObject({ ...appChoice, wish: z.unknown().pipe(liveUpdateWishSchema) }),
    async (operator, { app, wish }) => {
      const { id, position } = await operator.sendLiveUpdate(appOf(operator, app), wish, null);
      return { id, position };
    },
  ),
} as const;

export type OperationName = keyof typeof OPERATIONS;
export type InputOf<Name extends OperationName> = z.input<(typeof OPERATIONS)[Name]["input"]>;
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[Name]["run"]>>;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

/** @throws ProblemError `app_not_found`. */
function appRecordOf(operator: Operator, wish: string | undefined): AppRecord {
  const app = operator.apps.byId(appOf(operator, wish));
  if (app === undefined) throw new Error("An app that was just chosen is not there.");
  return app;
}

/** @throws ProblemError `app_not_found`. */
function appOf({ apps }: Operator, wish: string | undefined): AppId {
  const all = apps.all().filter(({ system }) => !system);
  const [only] = all;
  if (wish === undefined && only !== undefined && all.length === 1) return only.id;
  const found = all.find(({ id, key }) => id === wish || key === wish);
  if (found !== undefined) return found.id;
  const known = all.map(({ id, name }) => `${id} (${name})`).join(", ");
  const which = wish === undefined ? "Say which app, with --app." : `There is no app ${wish}.`;
  throw new ProblemError("app_not_found", `${which} There are: ${known || "none"}.`);
}
