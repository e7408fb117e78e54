// #region fanfare
import { init } from "@fanfare/sdk";
import { onDestroy } from "svelte";

export const fanfare = init({ key: import.meta.env.VITE_FANFARE_KEY, host: import.meta.env.VITE_FANFARE_HOST });

/** Calls the listeners for events of a channel until the component is destroyed. */
export function onEvents(channel_name, listeners) {
  const channel = fanfare.channel(channel_name);
  for (const [event, listener] of Object.entries(listeners)) channel.on(event, listener);
  onDestroy(() => channel.leave());
}
// #endregion fanfare

const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });
