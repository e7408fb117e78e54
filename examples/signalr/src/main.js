import { init } from "@fanfare/sdk";
import { connect } from "./hub.js";

const fanfare = init({ key: import.meta.env.VITE_FANFARE_KEY, host: import.meta.env.VITE_FANFARE_HOST });
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });

await connect({
  getToken,
  channel: "private-group-staff",
  onEvent: (_, name, { number }) => {
    if (name !== "order.shipped") return;
    document.querySelector("#orders").append(Object.assign(document.createElement("li"), { textContent: number }));
    fanfare.celebrate("burst", { message: "Order shipped" });
  },
});
document.querySelector("#status").textContent = "Live";
document.querySelector("#ship").addEventListener("click", () => fetch("/ship", { method: "POST" }));
