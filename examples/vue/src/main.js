import { init } from "@fanfare/sdk";
import { fanfarePlugin } from "@fanfare/sdk/vue";
import { createApp } from "vue";
import { Orders } from "./orders.js";

// #region plugin
const fanfare = init({ key: import.meta.env.VITE_FANFARE_KEY, host: import.meta.env.VITE_FANFARE_HOST });
const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });

createApp(Orders).use(fanfarePlugin(fanfare)).mount("#root");
// #endregion plugin
