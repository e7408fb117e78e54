const { host, key } = document.querySelector("script[data-host]").dataset;
const { init } = await import(`${host}/sdk/fanfare.js`);

// #region use
const fanfare = init({ key });

// The person who is signed in. The SDK calls getToken whenever it needs a token.
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });

// Live updates of your own backend.
const orders = fanfare.channel("private-group-staff");
orders.on("order.shipped", ({ number }) => {
  document.querySelector("#orders").append(Object.assign(document.createElement("li"), { textContent: number }));
  fanfare.celebrate("burst", { origin: document.querySelector("#ship"), message: "Order shipped" });
});
// #endregion use

orders.on("pusher:subscription_succeeded", () => {
  document.querySelector("#status").textContent = "Live";
});
document.querySelector("#ship").addEventListener("click", () => fetch("/ship", { method: "POST" }));
