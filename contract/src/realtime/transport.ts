export const TRANSPORTS = [
  "pusher_websocket",
  "pusher_http",
  "core_websocket",
  "core_sse",
  "core_poll",
  "classic_websocket",
  "classic_sse",
  "classic_poll",
] as const;
export type Transport = (typeof TRANSPORTS)[number];
