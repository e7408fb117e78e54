import { consoleChannel, PULSE, TAIL } from "@fanfare/contract/realtime/console-channel";
import type { LivePulse, TailBatch } from "@fanfare/contract/schema/realtime/channel";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useApp, useAppContext } from "./app-context.ts";

export type ChannelState = "connecting" | "live" | "reconnecting" | "offline" | "refused";

/** Subscribes to the app's event tail while mounted. */
export function useEventTail(onTailed: (tailed: TailBatch) => void): ChannelState {
  // Safe cast: the server sends the contract's shapes on this channel.
  return useConsoleChannel(TAIL, (data) => onTailed(data as TailBatch));
}

/** Subscribes to connection counts and rates, sent once per second. */
export function usePulse(onPulse: (pulse: LivePulse) => void): ChannelState {
  // toChannelId only returns characters that are valid in channel names.
  return useConsoleChannel(PULSE, (data) => onPulse(data as LivePulse));
}

function useConsoleChannel(what: typeof TAIL | typeof PULSE, onData: (data: unknown) => void): ChannelState {
  const { console_sdk } = useAppContext();
  const app = useApp();
  const [connection, setHearing] = useState<ChannelState>("connecting");
  const latest = useRef(onData);
  useEffect(() => {
    latest.current = onData;
  });
  useEffect(() => {
    setHearing("connecting");
    const offLost = console_sdk.onLost(() => setHearing((before) => (before === "live" ? "reconnecting" : before)));
    const leave = console_sdk.listen(consoleChannel(what, app.id), {
      [what]: (data) => latest.current(data),
      "pusher:subscription_succeeded": () => setHearing("live"),
      "pusher:subscription_error": () => setHearing("refused"),
    });
    return () => {
      offLost();
      leave();
    };
  }, [console_sdk, app.id, what]);
  const online = useSyncExternalStore(onLine, () => navigator.onLine);
  return online ? connection : "offline";
}

function onLine(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
