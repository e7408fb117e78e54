import { type DashboardRecipientId, isId, type MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { jwtVerify, SignJWT } from "jose";
import type { Vault } from "../../lib/vault.ts";
import { deleteRecipient } from "../../store/statements/analytics/dashboard-emails.ts";
import type { WriteDeps } from "../../store/store.ts";
import { changeNotificationSettings, readNotificationSettings } from "./notification-settings.ts";

const ISSUER = "fanfare-unsubscribe";

/** The key is derived for this, so that no other token of Fanfare unsubscribes, and this one does nothing else. */
const PURPOSE = "unsubscribe v1";

/** Token of an email. It doesn't expire, because old emails must unsubscribe, too. */
export async function unsubscribeToken(
  vault: Pick<Vault, "derive">,
  subject: MemberId | DashboardRecipientId,
): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setSubject(subject)
    .sign(vault.derive(PURPOSE));
}

/**
 * Turns off all emails of the token's member, or the dashboard's emails to the token's recipient. Repeating it changes nothing.
 *
 * @throws ProblemError `unsubscribe_link_invalid`.
 */
export async function unsubscribe(
  deps: WriteDeps & { readonly vault: Pick<Vault, "deriveAll"> },
  token: string,
): Promise<void> {
  const sub = await subjectOf(deps, token);
  if (isId("dsr", sub)) {
    await deps.store.write([{ query: deleteRecipient(deps.store.db, sub) }]);
    return;
  }
  const known = isId("mem", sub) ? await readNotificationSettings(deps.store, sub) : undefined;
  if (known === undefined || !isId("mem", sub)) throw invalid();
  if (known.alerts.length === 0 && !known.weekly_summary) return;
  await changeNotificationSettings(deps, sub, { ...known, alerts: [], weekly_summary: false });
}

/** Signed with any key: older emails must unsubscribe after a rotation, too. */
async function subjectOf(
  { clock, vault }: Pick<WriteDeps, "clock"> & { readonly vault: Pick<Vault, "deriveAll"> },
  token: string,
): Promise<string> {
  const rules = { algorithms: ["HS256"], issuer: ISSUER, requiredClaims: ["sub"], currentDate: new Date(clock.now()) };
  for (const key of vault.deriveAll(PURPOSE)) {
    const verified = await jwtVerify(token, key, rules).catch(() => undefined);
    if (verified !== undefined) return verified.payload.sub ?? "";
  }
  throw invalid();
}

function invalid(): ProblemError {
  return new ProblemError(
    "unsubscribe_link_invalid",
    "This unsubscribe link is incomplete or no longer valid. Copy the full link, or turn off emails in your account.",
  );
}
