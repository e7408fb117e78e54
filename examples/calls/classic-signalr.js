// biome-ignore-all lint/suspicious/noConsole: readers see what they get
export function connect({ $ }) {
  // #region connect
  const connection = $.hubConnection("https://fanfare.example", { qs: { app: "YOUR_APP_KEY" } });
  const hub = connection.createHubProxy("fanfare");
  hub.on("event", (channel, name, data) => console.log(channel, name, data));
  connection.start().done(() => hub.invoke("Subscribe", "orders"));
  // #endregion connect
}
