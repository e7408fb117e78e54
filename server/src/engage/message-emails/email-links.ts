import type { Clock } from "@fanfare/contract/lib/clock";
import { isId, type LiveUpdateId, type PersonId } from "@fanfare/contract/lib/ids";
import { jwtVerify, SignJWT } from "jose";
import type { Vault } from "../../lib/vault.ts";

/** A person, and the live update whose email they got. */
export interface EmailLink {
  readonly person_id: PersonId;
  readonly live_update_id: LiveUpdateId;
}

const ISSUER = "fanfare-message-email";
/** The key is derived for this, so that the link does nothing else, and no other token works as one. */
const PURPOSE = "message email v1";

/** It doesn't expire, because old emails must unsubscribe, too. */
export async function emailLinkToken(vault: Pick<Vault, "derive">, link: EmailLink): Promise<string> {
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setSubject(link.person_id)
    .setJti(link.live_update_id)
    .sign(vault.derive(PURPOSE));
}

/** Undefined: not a link of this server. Signed with any key, so that it outlives a rotation. */
export async function readEmailLink(
  { clock, vault }: { readonly clock: Pick<Clock, "now">; readonly vault: Pick<Vault, "deriveAll"> },
  token: string,
): Promise<EmailLink | undefined> {
  const currentDate = new Date(clock.now());
  for (const key of vault.deriveAll(PURPOSE)) {
    const verified = await jwtVerify(token, key, { algorithms: ["HS256"], issuer: ISSUER, currentDate }).catch(
      () => undefined,
    );
    const { sub = "", jti = "" } = verified?.payload ?? {};
    if (isId("per", sub) && isId("lup", jti)) return { person_id: sub, live_update_id: jti };
  }
  return undefined;
}
