import { SignJWT } from "jose";
import { STAFF_GROUP } from "./order.ts";
import type { User } from "./users.ts";

const LIFETIME = "1h";

/**
 * The token that proves to Fanfare who is in front of the page: a JWT, HS256 with the app's secret. `sub` is the shop's
 * own id of the person, `aud` the app's key, `groups` opens `private-group-staff`. This is all that a customer's back end does.
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
