"use client";

import { useCelebration, useChannel, useEvent } from "@fanfare/sdk/react";
import { useState } from "react";

export function Orders() {
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
    <>
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
    </>
  );
}
