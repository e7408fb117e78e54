import type { AppLimits } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Socket } from "./socket.ts";

/**
 * Whether more waits for a client than its app allows. At the most that an app can allow the process cuts a client off by itself,
 * at once; a smaller bound is looked at whenever connections are.
 */
export function isSlow(socket: Socket, { reader_buffer_bytes_max }: AppLimits): boolean {
  if (reader_buffer_bytes_max >= limits.reader_buffer_bytes_max) return false;
  return (socket.buffered?.() ?? 0) > reader_buffer_bytes_max;
}

/** Closes, and cuts the connection off where the client does not read that either. */
export function closeSlow(
  clock: Clock,
  socket: Socket,
  { code, text }: { readonly code: number; readonly text: string },
): void {
  socket.close(code, text);
  clock.after(limits.http_linger_ms, () => socket.cut?.());
}
