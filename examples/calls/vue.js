import { init } from "@fanfare/sdk";
import { fanfarePlugin, useChannel, useEvent } from "@fanfare/sdk/vue";

export function install({ app }) {
  // #region plugin
  app.use(fanfarePlugin(() => init({ key: "YOUR_APP_KEY", host: "https://fanfare.example" })));
  // #endregion plugin
}

export function setup({ orders }) {
  // #region event
  useEvent(useChannel("orders"), "order.created", (order) => orders.value.unshift(order)); // Also: useFanfare, useCelebration.
  // #endregion event
}
