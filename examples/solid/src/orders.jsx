import { createSignal, For } from "solid-js";
import { fanfare, onEvents } from "./fanfare.js";

export function Orders() {
  const [orders, setOrders] = createSignal([]);
  const [status, setStatus] = createSignal("Connecting");

  onEvents("private-group-staff", {
    "pusher:subscription_succeeded": () => setStatus("Live"),
    "order.shipped": ({ number }) => {
      setOrders((before) => [...before, number]);
      fanfare.celebrate("burst", { message: "Order shipped" });
    },
  });

  return (
    <main id="fanfare-example">
      <h1>Orders</h1>
      <p>
        Status: <output id="status">{status()}</output>
      </p>
      <button type="button" id="ship" onClick={() => fetch("/ship", { method: "POST" })}>
        Ship an order
      </button>
      <ul id="orders">
        <For each={orders()}>{(number) => <li>{number}</li>}</For>
      </ul>
    </main>
  );
}
