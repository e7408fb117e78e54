import { init } from "@fanfare/sdk";
import { FanfareProvider, useCelebration, useChannel, useEvent } from "@fanfare/sdk/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

// #region provider
const fanfare = init({ key: import.meta.env.VITE_FANFARE_KEY, host: import.meta.env.VITE_FANFARE_HOST });
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });

createRoot(document.querySelector("#root")).render(
  <StrictMode>
    <FanfareProvider fanfare={fanfare}>
      <Orders />
    </FanfareProvider>
  </StrictMode>,
);
// #endregion provider

// #region component
function Orders() {
  const [orders, setOrders] = useState([]);
  const [status, setStatus] = useState("Connecting");
  const { celebrate } = useCelebration();
  const staff = useChannel("private-group-staff");
  useEvent(staff, "pusher:subscription_succeeded", () => setStatus("Live"));
  useEvent(staff, "order.shipped", ({ number }) => {
    setOrders((before) => [...before, number]);
    celebrate("burst", { message: "Order shipped" });
  });
  return (
    <main id="fanfare-example">
      <h1>Orders</h1>
      <p>
        Status: <output id="status">{status}</output>
      </p>
      <button type="button" id="ship" onClick={() => fetch("/ship", { method: "POST" })}>
        Ship an order
      </button>
      <ul id="orders">
        {orders.map((number) => (
          <li key={number}>{number}</li>
        ))}
      </ul>
    </main>
  );
}
// #endregion component
