import { init } from "@fanfare/sdk";
import { createEcho } from "./echo.js";

const fanfare = init({ key: import.meta.env.VITE_FANFARE_KEY, host: import.meta.env.VITE_FANFARE_HOST });
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });

const echo = createEcho(await getToken());
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
