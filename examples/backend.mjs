// What every example's backend does: sign identity tokens, and publish when an order ships.
import { readFileSync } from "node:fs";
import { SignJWT } from "jose";
import Pusher from "pusher";

/** The app's ID, key, and secret: from the environment, or those of `npm start`. */
export function readApp() {
  const { FANFARE_APP_ID: id, FANFARE_APP_KEY: key, FANFARE_APP_SECRET: secret } = process.env;
  if (id !== undefined && key !== undefined && secret !== undefined) return { id, key, secret };
  return JSON.parse(readFileSync(new URL("../data/first-app.json", import.meta.url), "utf8"));
}

export const host = process.env["SERVER_URL"] ?? "http://localhost:4000";
const app = readApp();

// #region token
/** Who is signed in. Your application knows this from its own session. */
export function signIdentity(user_id) {
  return new SignJWT({ groups: ["staff"] }) // Optional. Grants access to private-group-staff.
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user_id)
    .setAudience(app.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(app.secret));
}
// #endregion token

// #region push
const { hostname, port, protocol } = new URL(host);
const pusher = new Pusher({
  appId: app.id,
  key: app.key,
  secret: app.secret,
  host: hostname,
  port,
  useTLS: protocol === "https:",
});

export async function shipOrder(number) {
  await pusher.trigger("private-group-staff", "order.shipped", { number });
}
// #endregion push

/** Answers the two calls of every example. Undefined: not one of them. */
export async function answer({ method, url }, user_id = "u_42") {
  if (url === "/fanfare-token") return signIdentity(user_id);
  if (url === "/ship" && method === "POST") {
    await shipOrder(`TL-${Date.now() % 10_000}`);
    return "";
  }
  return undefined;
}
