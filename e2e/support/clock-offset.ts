/** Preloaded into a server that runs in the future: moves only its clock ahead by this many milliseconds. */
const ahead_ms = Number(process.env["TEST_CLOCK_AHEAD_MS"] ?? 0);
const { now } = Date;
Date.now = () => now() + ahead_ms;

export {};
