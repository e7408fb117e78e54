import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { t } from "../language/t.ts";

/** Loads a part of the builder. Undefined if that fails, which is announced, or if the builder was closed meanwhile. */
export async function loadPart<Part>({ host, announce }: UiRoot, part: Promise<Part>): Promise<Part | undefined> {
  try {
    const loaded = await part;
    return host.isConnected ? loaded : undefined;
  } catch {
    announce(NOT_LOADED, true);
    return undefined;
  }
}

const NOT_LOADED = t("Couldn't load this part of the builder. Check your connection, then try again.");
