// #region use
const { host, key, user } = JSON.parse(document.querySelector("#fanfare").textContent);
const { init } = await import(`${host}/sdk/fanfare.js`);

const fanfare = init({ key });
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify(user, {}, { getToken });
// #endregion use

const orders = fanfare.channel("private-group-staff");
orders.on("pusher:subscription_succeeded", () => {
  document.querySelector("#status").textContent = "Live";
});
orders.on("order.shipped", ({ number }) => {
  document.querySelector("#orders").append(Object.assign(document.createElement("li"), { textContent: number }));
  fanfare.celebrate("burst", { message: "Order shipped" });
});
document.querySelector("#shipping").addEventListener("submit", (event) => {
  event.preventDefault();
  fetch("/ship", { method: "POST", body: new FormData(event.target) });
});
