import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { changeSettings } from "@fanfare/contract/realtime/app-settings";
import { importedAppSchema, newAppSchema, newSecretSchema } from "@fanfare/contract/schema/accounts/new-app";
import { newMemberSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { createTokenRequestSchema } from "@fanfare/contract/schema/accounts/token";
import { appIdSchema } from "@fanfare/contract/schema/app-id";
import { planFolderRequestSchema, pushFolderRequestSchema } from "@fanfare/contract/schema/content/content-folder";
import { promoteRequestSchema } from "@fanfare/contract/schema/content/promotion";
import { explainQuerySchema } from "@fanfare/contract/schema/people/explain";
import { liveUpdateInputSchema } from "@fanfare/contract/schema/realtime/live-update";
import { z } from "zod";
import { createToken, listTokens, parseScopes, revokeToken } from "../accounts/access/api-tokens.ts";
import type { AppRecord } from "../accounts/apps/app-directory.ts";
import { listSecrets, revokeSecret, rotateSecret } from "../accounts/apps/app-secrets.ts";
import { createApp } from "../accounts/apps/create-app.ts";
import { definedSettings } from "../accounts/apps/edit-app.ts";
import { createResetLink } from "../accounts/members/change-password.ts";
import { createMember } from "../accounts/members/members.ts";
import { turnOffTwoFactor } from "../accounts/sign-in/second-factor.ts";
import { planFolder, pushFolder } from "../engage/content-folder/push-folder.ts";
import { folderFiles, readStoredFolder } from "../engage/content-folder/stored-items.ts";
import { createPublished } from "../engage/decide/published-cache.ts";
import { explainForMember } from "../engage/explain/explain-for-member.ts";
import { resendLiveUpdate } from "../engage/live-updates/resend.ts";
import { sendOrSchedule } from "../engage/live-updates/scheduled-messages.ts";
import { planPromotion, promoteContent } from "../engage/publish/promote.ts";
import { publishContent } from "../engage/publish/publications.ts";
import { readPublishWarnings } from "../engage/publish/read-publish-warnings.ts";
import { existingImport } from "../people/import/uploaded-file.ts";
import { createSegmentPeople } from "../people/segments/segments.ts";
import { toIso, toIsoOrNull } from "../store/columns.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { memberByEmail } from "../store/statements/accounts/members.ts";
import { importFile, importFileSchema, presentImport } from "./import-people-file.ts";
import type { OperationContext } from "./operation-context.ts";

/** Operator command. Input and output are JSON, because they can cross the control socket. */
interface Operation<Schema extends z.ZodType = z.ZodType, Output = unknown> {
  readonly input: Schema;
  run(operator: OperationContext, input: z.output<Schema>): Promise<Output>;
}

/** @example const list = operation(z.strictObject({}), async ({ apps }) => apps.all().map(({ id }) => id)); */
function operation<Schema extends z.ZodType, Output>(
  input: Schema,
  run: (operator: OperationContext, input: z.output<Schema>) => Promise<Output>,
): Operation<Schema, Output> {
  return { input, run };
}

const TOKENS_SHOWN_MAX = 1_000;
const NO_INPUT = z.strictObject({});
/** Defaults to the only app. */
const appChoice = { app: appIdSchema.optional() };

const resetSchema = z.strictObject({ email: z.string().max(limits.email_chars_max), end_two_factor: z.boolean() });

/**
 * All CLI operations by name. They run in the server if it runs, otherwise in the command's process, with the same
 * code.
 */
export const OPERATIONS = {
  "app.list": operation(NO_INPUT, async ({ apps }) =>
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
  "app.create": operation(newAppSchema, async (operator, { source_locale, client_events, require_tls, ...input }) => {
    const settings = { source_locale, client_events, require_tls };
    const made = await createApp(operator, { ...input, settings });
    await operator.apps.refresh(made.id);
    return { ...made, name: input.name, client_events, require_tls };
  }),
  "app.import": operation(importedAppSchema, async (operator, { settings, ...app }) => {
    const known = operator.apps.byKey(app.key);
    if (known?.secrets.some(({ secret }) => secret === app.secret)) return { outcome: "exists" as const, id: known.id };
    const { id } = await createApp(operator, { ...app, settings: changeSettings({}, definedSettings(settings)) });
    await operator.apps.refresh(id);
    return { outcome: "created" as const, id };
  }),
  "app.delete": operation(z.strictObject({ id: appIdSchema }), async (operator, { id }) => {
    const app_id = selectedApp(operator, id);
    await operator.app_remover.remove(app_id, null);
    return { deleted: app_id };
  }),
  "key.list": operation(z.strictObject(appChoice), async (operator, { app }) => {
    const app_id = selectedApp(operator, app);
    return { app: app_id, items: await listSecrets(operator, app_id) };
  }),
  "key.rotate": operation(newSecretSchema.extend(appChoice), async (operator, { app, secret }) => {
    const app_id = selectedApp(operator, app);
    return { app: app_id, ...(await rotateSecret(operator, { app_id, member_id: null }, secret)) };
  }),
  "key.revoke": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, { app, id }) => {
      const app_id = selectedApp(operator, app);
      await revokeSecret(operator, { app_id, member_id: null }, id);
      return { app: app_id, revoked: id };
    },
  ),
  "secret_key.list": operation(NO_INPUT, async ({ key_rotation }) => ({ items: await key_rotation.list() })),
  "secret_key.rotate": operation(NO_INPUT, ({ key_rotation }) => key_rotation.rotate()),
  "secret_key.prune": operation(NO_INPUT, ({ key_rotation }) => key_rotation.prune()),
  "server.address": operation(NO_INPUT, async ({ address }) => ({ address })),
  "schema.newest": operation(NO_INPUT, async () => ({ schema: newestSchema })),
  "audit.verify": operation(NO_INPUT, ({ audit_log }) => audit_log.verify()),
  "admin.reset": operation(resetSchema, async (operator, { email, end_two_factor }) => {
    const member = await memberByEmail(operator.store.db, email.toLowerCase());
    if (member === undefined) {
      throw new ProblemError(
        "member_not_found",
        `No member has the email address ${email}. Create one with fanfare admin create.`,
      );
    }
    if (end_two_factor) await turnOffTwoFactor(operator, member.id, null);
    const { token, expires_at } = await createResetLink(operator, member, null);
    return { email: member.email, token, expires_at: toIso(expires_at) };
  }),
  "admin.create": operation(newMemberSchema, async (operator, member) => {
    const { id, email, role } = await createMember(operator, member);
    return { id, email, role };
  }),
  "token.create": operation(createTokenRequestSchema, async (operator, input) => {
    const { row, token } = await createToken(operator, input, undefined);
    return { id: row.id, token, name: row.name, scopes: input.scopes, expires_at: toIsoOrNull(row.expires_at) };
  }),
  "token.list": operation(NO_INPUT, async (operator) => {
    const { rows } = await listTokens(operator, { after: undefined, limit: TOKENS_SHOWN_MAX });
    return {
      items: rows.map((row) => ({
        id: row.id,
        name: row.name,
        scopes: parseScopes(row),
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
    async (operator, { app: choice, ...question }) => {
      const app = requireApp(operator, choice);
      return explainForMember({ ...operator, published: createPublished(operator) }, app, question);
    },
  ),
  "content_folder.read": operation(z.strictObject(appChoice), async (operator, { app }) => ({
    files: folderFiles(await readStoredFolder(operator.store, selectedApp(operator, app))),
  })),
  "content_folder.plan": operation(planFolderRequestSchema.extend(appChoice), async (operator, { app, ...push }) =>
    planFolder(operator, { ...push, app_id: selectedApp(operator, app), member_id: null, may_read_people: true }),
  ),
  "content_folder.push": operation(pushFolderRequestSchema.extend(appChoice), async (operator, { app, ...push }) =>
    pushFolder(operator, {
      ...{ ...push, app_id: selectedApp(operator, app), member_id: null },
      // Whoever has the data directory may do everything.
      assertMayWrite: () => {},
      assertMayArchive: () => {},
    }),
  ),
  "content.publish": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max), revision: z.int().min(1) }),
    async (operator, { app, ...at }) => {
      await publishContent(operator, { ...at, app_id: selectedApp(operator, app) }, null);
      return { published: at.id };
    },
  ),
  "content.warnings": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, { app, id }) => {
      const at = { id, app_id: selectedApp(operator, app), version_id: undefined };
      return { items: await readPublishWarnings({ ...operator, now_ms: operator.clock.now() }, at) };
    },
  ),
  "content.promotions": operation(
    z.strictObject({ ...appChoice, from: appIdSchema }),
    async (operator, { app, from }) => ({
      items: await planPromotion(operator.store, promotionApps(operator, app, from)),
    }),
  ),
  "content.promote": operation(
    promoteRequestSchema.omit({ from_app_id: true }).extend({ ...appChoice, from: appIdSchema }),
    async (operator, { app, from, items }) => {
      await promoteContent(operator, promotionApps(operator, app, from), items, null);
      return { promoted: items.length };
    },
  ),
  "people_import.file": operation(importFileSchema.extend(appChoice), async (operator, { app, ...input }) =>
    importFile(operator, requireApp(operator, app), input),
  ),
  "people_import.show": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, input) => presentImport(await existingImport(operator, requireApp(operator, input.app), input.id)),
  ),
  "people_import.cancel": operation(
    z.strictObject({ ...appChoice, id: z.string().max(limits.id_chars_max) }),
    async (operator, input) => {
      const app = requireApp(operator, input.app);
      await operator.importer.cancel(await existingImport(operator, app, input.id), null);
      return presentImport(await existingImport(operator, app, input.id));
    },
  ),
  "live_update.send": operation(
    z.strictObject({ ...appChoice, input: z.unknown().pipe(liveUpdateInputSchema) }),
    async (operator, { app, input }) => {
      const deps = { ...operator, segmentPeople: createSegmentPeople(operator) };
      const result = await sendOrSchedule(deps, selectedApp(operator, app), input, null);
      if ("sent" in result) return { id: result.sent.id, position: result.sent.position, scheduled_for: null };
      const { id, send_at } = result.scheduled;
      return { id, position: null, scheduled_for: toIso(send_at) };
    },
  ),
  "live_update.resend": operation(z.strictObject({ ...appChoice, id: z.string() }), async (operator, { app, id }) => {
    const deps = { ...operator, segmentPeople: createSegmentPeople(operator) };
    const { id: resent, position } = await resendLiveUpdate(deps, selectedApp(operator, app), id, null);
    return { id: resent, position, scheduled_for: null };
  }),
} as const;

export type OperationName = keyof typeof OPERATIONS;
export type OperationInput<Name extends OperationName> = z.input<(typeof OPERATIONS)[Name]["input"]>;
export type OperationOutput<Name extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[Name]["run"]>>;

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

/** @throws ProblemError `app_not_found`. */
function requireApp(operator: OperationContext, choice: string | undefined): AppRecord {
  const app = operator.apps.byId(selectedApp(operator, choice));
  if (app === undefined) throw new Error("The selected app no longer exists.");
  return app;
}

function promotionApps(operator: OperationContext, to: string | undefined, from: string) {
  return { from: selectedApp(operator, from), to: selectedApp(operator, to) };
}

/** @throws ProblemError `app_not_found`. */
function selectedApp({ apps }: OperationContext, choice: string | undefined): AppId {
  const all = apps.all().filter(({ system }) => !system);
  const [only] = all;
  if (choice === undefined && only !== undefined && all.length === 1) return only.id;
  const found = all.find(({ id, key }) => id === choice || key === choice);
  if (found !== undefined) return found.id;
  const known = all.map(({ id, name }) => `${id} (${name})`).join(", ");
  const which = choice === undefined ? "Add --app to select an app." : `App ${choice} not found.`;
  throw new ProblemError("app_not_found", `${which} Available apps: ${known || "none"}.`);
}
