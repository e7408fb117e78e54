import { isId, type MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { jwtVerify, SignJWT } from "jose";
import type { Vault } from "../../lib/vault.ts";
import type { WriteDeps } from "../../store/store.ts";
import { changeNotificationSettings, readNotificationSettings } from "./notification-settings.ts";

const ISSUER = "fanfare-unsubscribe";

/** The key is derived, so that no other token of Fanfare unsubscribes, and this one does nothing else. */
const keyOf = (vault: Pick<Vault, "derive">): Uint8Array => vault.derive("unsubscribe v1");

/** Token of an email. It doesn't expire, because old emails must unsubscribe, too. */
export async function unsubscribeToken(vault: Pick<Vault, "derive">, member_id: MemberId): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setSubject(member_id)
    .sign(keyOf(vault));
}

/**
 * Turns off all emails of the token's member. Repeating it changes nothing.
 *
 * @throws ProblemError `unsubscribe_link_invalid`.
 */
export async function unsubscribe(
  deps: WriteDeps & { readonly vault: Pick<Vault, "derive"> },
  token: string,
): Promise<void> {
  const { payload } = await jwtVerify(token, keyOf(deps.vault), {
    ...{ algorithms: ["HS256"], issuer: ISSUER, requiredClaims: ["sub"], currentDate: new Date(deps.clock.now()) },
  }).catch(() => {
    throw invalid();
  });
  const { sub = "" } = payload;
  const known = isId("mem", sub) ? await readNotificationSettings(deps.store, sub) : undefined;
  if (known === undefined || !isId("mem", sub)) throw invalid();
  if (known.alerts.length === 0 && !known.weekly_summary) return;
  await changeNotificationSettings(deps, sub, { ...known, alerts: [], weekly_summary: false });
}

function invalid(): ProblemError {
  return new ProblemError(
    "unsubscribe_link_invalid",
    "This unsubscribe link is incomplete or no longer valid. Copy the full link, or turn off emails in your account.",
  );
}
