// #region fanfare
import { init } from "@fanfare/sdk";
import { onCleanup } from "solid-js";

export const fanfare = init({ key: import.meta.env.VITE_FANFARE_KEY, host: import.meta.env.VITE_FANFARE_HOST });

/** Calls the listeners for events of a channel until the owner is cleaned up. */
export function onEvents(channel_name, listeners) {
  const channel = fanfare.channel(channel_name);
  for (const [event, listener] of Object.entries(listeners)) channel.on(event, listener);
  onCleanup(() => channel.leave());
}
// #endregion fanfare

const getToken = () => fetch("/fanfare-token").then((response) => response.text());
fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });
