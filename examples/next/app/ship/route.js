import Pusher from "pusher";

// #region push
export async function POST() {
  const { hostname, port, protocol } = new URL(process.env.SERVER_URL);
  const pusher = new Pusher({
    appId: process.env.FANFARE_APP_ID,
    key: process.env.FANFARE_APP_KEY,
    secret: process.env.FANFARE_APP_SECRET,
    host: hostname,
    port,
    useTLS: protocol === "https:",
  });
  await pusher.trigger("private-group-staff", "order.shipped", { number: `TL-${Date.now() % 10_000}` });
  return new Response(null, { status: 204 });
}
// #endregion push
