import { HubConnectionBuilder } from "@microsoft/signalr";

const host = import.meta.env.VITE_FANFARE_HOST;
const key = import.meta.env.VITE_FANFARE_KEY;

/** Connects to the hub and calls `onEvent` for each event of the channel. */
export async function connect({ getToken, channel, onEvent }) {
  // #region hub
  const hub = new HubConnectionBuilder()
    .withUrl(`${host}/hubs/fanfare?app=${key}`, { accessTokenFactory: getToken, withCredentials: false })
    .withAutomaticReconnect()
    .build();
  hub.on("event", (from, name, data) => onEvent(from, name, data));
  hub.onreconnected(() => hub.invoke("Subscribe", channel));
  await hub.start();
  await hub.invoke("Subscribe", channel);
  // #endregion hub
}
