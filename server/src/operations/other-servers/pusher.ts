import { StartupError } from "../../lib/operator-errors.ts";
import type { Variables } from "./env-file.ts";
import { appId, type Note, type OtherServer } from "./other-app.ts";

/** Names in Laravel and most guides, and then those of Pusher's dashboard. */
const NAMES = {
  id: ["PUSHER_APP_ID", "app_id"],
  key: ["PUSHER_APP_KEY", "PUSHER_KEY", "key"],
  secret: ["PUSHER_APP_SECRET", "PUSHER_SECRET", "secret"],
} as const;

/** What only Pusher's dashboard knows. */
const DASHBOARD: readonly Note[] = [
  {
    setting: "client events",
    says: "Turned on. Turn them off in the settings of the app if your app settings at Pusher have them off.",
  },
  {
    setting: "webhooks",
    says: "Create them in the settings of the app. The format is the same. New signatures use the same key and secret.",
  },
  { setting: "subscription counting", says: "Turn it on in the settings of the app if you use it at Pusher." },
  { setting: "authorized connections", says: "Turn them on in the settings of the app if you use them at Pusher." },
];

/** Credentials of a Pusher app: variables, the list that the dashboard shows, or `PUSHER_URL`. */
export function readPusher(variables: Variables): OtherServer {
  const from_url = credentialsOf(variables.get("PUSHER_URL"));
  const find = (name: keyof typeof NAMES): string => {
    const found = NAMES[name].map((each) => variables.get(each)).find((value) => value !== undefined && value !== "");
    return found ?? from_url?.[name] ?? "";
  };
  const [key, secret] = [find("key"), find("secret")];
  if (key === "" && secret === "") return { apps: [], notes: [] };
  const notes: Note[] = [];
  const id = appId(find("id"), notes);
  const app = {
    ...{ name: variables.get("APP_NAME") || `App ${id ?? key}`, id, key, secret, allowed_origins: [] },
    settings: { client_events: true },
  };
  return { apps: [app], notes: [...notes, ...DASHBOARD] };
}

/** `http://{key}:{secret}@api-eu.pusher.com/apps/{id}` */
function credentialsOf(url: string | undefined): Record<keyof typeof NAMES, string> | undefined {
  if (url === undefined) return undefined;
  const parsed = URL.parse(url);
  const id = /^\/apps\/(\d+)/.exec(parsed?.pathname ?? "")?.[1];
  if (parsed === null || id === undefined) throw new StartupError("PUSHER_URL isn't http://key:secret@host/apps/id.");
  return { id, key: decodeURIComponent(parsed.username), secret: decodeURIComponent(parsed.password) };
}
