import type { Clock } from "@fanfare/contract/lib/clock";
import { isId, type LiveUpdateId, type PersonId } from "@fanfare/contract/lib/ids";
import { jwtVerify, SignJWT } from "jose";
import type { Vault } from "../../lib/vault.ts";

/** A person, and the live update that they got outside of their pages. */
export interface MessageLink {
  readonly person_id: PersonId;
  readonly live_update_id: LiveUpdateId;
}

/** `email`: to unsubscribe. `push`: to report a click. Each has its own key, so that no token works as the other. */
export type MessageLinkUse = "email" | "push";

const USES: Readonly<Record<MessageLinkUse, { readonly issuer: string; readonly purpose: string }>> = {
  email: { issuer: "fanfare-message-email", purpose: "message email v1" },
  push: { issuer: "fanfare-message-push", purpose: "message push v1" },
};

/** It doesn't expire, because old emails must unsubscribe, too. */
export async function messageLinkToken(
  vault: Pick<Vault, "derive">,
  use: MessageLinkUse,
  link: MessageLink,
): Promise<string> {
  const { issuer, purpose } = USES[use];
  return await new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(issuer)
    .setSubject(link.person_id)
    .setJti(link.live_update_id)
    .sign(vault.derive(purpose));
}

/** Undefined: not a token of this server for this use. Signed with any key, so that it outlives a rotation. */
export async function readMessageLink(
  { clock, vault }: { readonly clock: Pick<Clock, "now">; readonly vault: Pick<Vault, "deriveAll"> },
  use: MessageLinkUse,
  token: string,
): Promise<MessageLink | undefined> {
  const { issuer, purpose } = USES[use];
  const currentDate = new Date(clock.now());
  for (const key of vault.deriveAll(purpose)) {
    const verified = await jwtVerify(token, key, { algorithms: ["HS256"], issuer, currentDate }).catch(() => undefined);
    const { sub = "", jti = "" } = verified?.payload ?? {};
    if (isId("per", sub) && isId("lup", jti)) return { person_id: sub, live_update_id: jti };
  }
  return undefined;
}
