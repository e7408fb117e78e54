/** First path segments that the server handles. Everything else under `/` responds with 404. */
export const RESERVED_SEGMENTS = [
  "api",
  "app",
  "apps",
  "console",
  "docs",
  "healthz",
  "hubs",
  "mcp",
  "metrics",
  "pusher",
  "readyz",
  "sdk",
  "segment",
  "signalr",
  "users",
  "v1",
] as const;
