import { limits } from "@fanfare/contract/limits";
import type { Decisions, RequestPreferences } from "../engage/decide/decisions.ts";

/**
 * Loads content that a link asks for (`?fanfare=welcome`) although its frequency hides it. What someone asks for is
 * shown; other gates still apply.
 */
export async function showLinkedAgain(
  deps: { readonly decisions: Pick<Decisions, "current" | "load">; readonly preferences: RequestPreferences },
  href: string,
): Promise<void> {
  const { decisions, preferences } = deps;
  const linked = new URL(href).searchParams.getAll("fanfare");
  const refused = decisions.current()?.refused ?? [];
  const hidden = refused.filter(({ slug, gate }) => gate === "frequency" && linked.includes(slug));
  if (hidden.length === 0) return;
  const slugs = hidden.map(({ slug }) => slug);
  preferences.again = [...(preferences.again ?? []), ...slugs].slice(-limits.again_contents_max);
  await decisions.load();
}
