import type { MediaBlock } from "@fanfare/contract/content/block";
import type { Edition } from "@fanfare/contract/content/content";
import type { AppId } from "@fanfare/contract/lib/ids";
import { embedHost, isAllowedHost } from "@fanfare/contract/media/embed";
import { ProblemError } from "@fanfare/contract/problem";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { storedAppSettingsSchema } from "@fanfare/contract/schema/accounts/app-settings";
import { fromJson } from "../../store/columns.ts";
import { appById } from "../../store/statements/accounts/apps.ts";
import type { WriteDeps } from "../../store/store.ts";

/**
 * Checks the embedded pages of a draft against the hosts that the app allows. Reads nothing if there are none.
 *
 * @throws ProblemError `embed_host_not_allowed`, with each page.
 */
export async function assertEmbedsAllowed(
  { store }: Pick<WriteDeps, "store">,
  app_id: AppId,
  draft: Edition,
): Promise<void> {
  const embeds = embedsIn(draft, "/draft");
  const app = embeds.length === 0 ? undefined : await appById(store.db, app_id);
  if (app === undefined) return;
  const { embed_hosts } = appSettings(fromJson(app.settings, (value) => storedAppSettingsSchema.parse(value)));
  const fields = embeds.flatMap(({ pointer, url }) => {
    const host = embedHost(url);
    // An incomplete URL is an issue of the draft.
    if (host === undefined || isAllowedHost(host, embed_hosts)) return [];
    const message = `${host} isn't on the list of hosts that ${app.name} may embed. An owner or admin can add it in the app's settings.`;
    return [{ pointer, message }];
  });
  const [first] = fields;
  if (first !== undefined) throw new ProblemError("embed_host_not_allowed", first.message, { fields });
}

interface Embed {
  readonly pointer: string;
  readonly url: string;
}

const EMBED: MediaBlock["kind"] = "embed";

/** Drafts may be incomplete, so that every value may be missing. */
function embedsIn(value: unknown, pointer: string): readonly Embed[] {
  if (typeof value !== "object" || value === null) return [];
  if ("kind" in value && value.kind === EMBED && "url" in value && typeof value.url === "string") {
    return [{ pointer: `${pointer}/url`, url: value.url }];
  }
  return Object.entries(value).flatMap(([name, inner]) => embedsIn(inner, `${pointer}/${name}`));
}
