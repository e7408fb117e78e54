import Echo from "laravel-echo";
import Pusher from "pusher-js";

const key = import.meta.env.VITE_FANFARE_KEY;
const { hostname, port, protocol, origin } = new URL(import.meta.env.VITE_FANFARE_HOST);

// #region echo
const server = {
  broadcaster: "pusher",
  Pusher,
  key,
  wsHost: hostname,
  wsPort: port,
  wssPort: port,
  forceTLS: protocol === "https:",
  enabledTransports: ["ws", "wss"],
  cluster: "",
};
// #endregion echo

/** Creates Echo for a person with an identity token. */
export function createEcho(token) {
  // #region authorize
  const echo = new Echo({
    ...server,
    channelAuthorization: { endpoint: `${origin}/pusher/auth`, params: { token } },
  });
  // #endregion authorize
  return echo;
}
