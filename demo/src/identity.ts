import { SignJWT } from "jose";
import { STAFF_GROUP } from "./order.ts";
import type { User } from "./users.ts";

const LIFETIME = "1h";

/**
 * Signs the identity token for Fanfare: a JWT, HS256 with the app's secret. `sub` is the shop's own user ID, `aud` the
 * app key, and `groups` grants access to `private-group-staff`. A customer's backend needs nothing else.
 */
export function signIdentity(user: User, app: { readonly key: string; readonly secret: string }): Promise<string> {
  return new SignJWT({ groups: [STAFF_GROUP] })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user.id)
    .setAudience(app.key)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(new TextEncoder().encode(app.secret));
}
