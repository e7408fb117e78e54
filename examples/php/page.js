const { host, key } = document.querySelector("script[data-host]").dataset;
const { init } = await import(`${host}/sdk/fanfare.js`);

const fanfare = init({ key });
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });

// #region echo
const { hostname, port, protocol } = new URL(host);
const echo = new Echo.default({
  broadcaster: "pusher",
  key,
  wsHost: hostname,
  wsPort: port,
  wssPort: port,
  forceTLS: protocol === "https:",
  enabledTransports: ["ws", "wss"],
  cluster: "",
  authEndpoint: "/broadcasting/auth",
});
// #endregion echo

echo
  .private("group-staff")
  .subscribed(() => {
    document.querySelector("#status").textContent = "Live";
  })
  .listen(".order.shipped", ({ number }) => {
    document.querySelector("#orders").append(Object.assign(document.createElement("li"), { textContent: number }));
    fanfare.celebrate("burst", { message: "Order shipped" });
  });
document.querySelector("#ship").addEventListener("click", () => fetch("/ship", { method: "POST" }));
