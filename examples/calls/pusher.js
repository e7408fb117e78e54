// Calls of Pusher's clients as the documentation shows them. A test runs each function against a server.

export function connect({ Pusher }) {
  // #region connect
  const pusher = new Pusher("YOUR_APP_KEY", {
    wsHost: "fanfare.example.com",
    forceTLS: true,
    cluster: "",
  });
  // #endregion connect
  return pusher;
}

export function authorize({ Pusher, token }) {
  // #region authorize
  const fanfare = "https://fanfare.example.com";
  const params = { token }; // Signed by your backend, as for the SDK.
  const pusher = new Pusher("YOUR_APP_KEY", {
    wsHost: "fanfare.example.com",
    forceTLS: true,
    cluster: "",
    channelAuthorization: { endpoint: `${fanfare}/pusher/auth`, params },
    userAuthentication: { endpoint: `${fanfare}/pusher/user-auth`, params },
  });
  // #endregion authorize
  return pusher;
}

export function authorizeEcho({ Echo, fanfare, params }) {
  // #region echo
  const echo = new Echo({
    broadcaster: "pusher",
    key: "YOUR_APP_KEY",
    wsHost: "fanfare.example.com",
    forceTLS: true,
    cluster: "",
    channelAuthorization: { endpoint: `${fanfare}/pusher/auth`, params },
  });
  // #endregion echo
  return echo;
}
