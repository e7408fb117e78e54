import { host, readApp } from "../backend.mjs";

// Next.js reads its configuration at the build and at the start, before any route.
const app = readApp();
Object.assign(process.env, {
  SERVER_URL: host,
  FANFARE_APP_ID: app.id,
  FANFARE_APP_KEY: app.key,
  FANFARE_APP_SECRET: app.secret,
});

export default { poweredByHeader: false };
