import { useCelebration, useChannel, useEvent } from "@fanfare/sdk/vue";
import { h, ref } from "vue";

// #region component
export const Orders = {
  setup() {
    const orders = ref([]);
    const status = ref("Connecting");
    const { celebrate } = useCelebration();
    const staff = useChannel("private-group-staff");
    useEvent(staff, "pusher:subscription_succeeded", () => {
      status.value = "Live";
    });
    useEvent(staff, "order.shipped", ({ number }) => {
      orders.value.push(number);
      celebrate("burst", { message: "Order shipped" });
    });
    return () => h("main", { id: "fanfare-example" }, content(status.value, orders.value));
  },
};
// #endregion component

const ship = () => fetch("/ship", { method: "POST" });

function content(status, orders) {
  return [
    h("h1", "Orders"),
    h("p", ["Status: ", h("output", { id: "status" }, status)]),
    h("button", { type: "button", id: "ship", onClick: ship }, "Ship an order"),
    h(
      "ul",
      { id: "orders" },
      orders.map((number) => h("li", { key: number }, number)),
    ),
  ];
}
