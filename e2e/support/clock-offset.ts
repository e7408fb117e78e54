/** Loaded before a server that is to live in days to come: its clock, and nobody else's, goes so many milliseconds ahead. */
const ahead_ms = Number(process.env["TEST_CLOCK_AHEAD_MS"] ?? 0);
const { now } = Date;
Date.now = () => now() + ahead_ms;

export {};
