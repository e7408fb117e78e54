import { SignJWT } from "jose";

export const dynamic = "force-dynamic";

// #region token
export async function GET() {
  const user_id = "u_42"; // Read it from your own session.
  const token = await new SignJWT({ groups: ["staff"] })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(user_id)
    .setAudience(process.env.FANFARE_APP_KEY)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(process.env.FANFARE_APP_SECRET));
  return new Response(token);
}
// #endregion token
