import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { Socket } from "./socket.ts";

/**
 * Whether a client has more unread bytes than its app allows. At that limit's maximum, Bun closes the client
 * automatically; smaller limits are checked on each sweep.
 */
export function isSlow(socket: Socket, { reader_buffer_bytes_max }: AppLimits): boolean {
  if (reader_buffer_bytes_max >= limits.reader_buffer_bytes_max) return false;
  return (socket.buffered?.() ?? 0) > reader_buffer_bytes_max;
}

/** Closes a socket, and cuts it if the client doesn't read the close frame either. */
export function closeSlow(
  clock: Clock,
  socket: Socket,
  { code, text }: { readonly code: number; readonly text: string },
): void {
  socket.close(code, text);
  clock.after(limits.http_linger_ms, () => socket.cut?.());
}
