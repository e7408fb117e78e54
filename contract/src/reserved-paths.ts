/** First path segments that belong to the server. Everything else under `/` answers 404; nothing is guessed. */
export const RESERVED_SEGMENTS = [
  "api",
  "app",
  "apps",
  "console",
  "docs",
  "healthz",
  "hubs",
  "metrics",
  "pusher",
  "readyz",
  "sdk",
  "signalr",
  "users",
  "v1",
] as const;
