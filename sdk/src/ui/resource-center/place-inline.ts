import type { Launcher } from "@fanfare/contract/content/resource-center";
import { type LauncherDeps, type LauncherView, rethrow } from "./launcher.ts";

/** In the page itself, and open from the start. */
export function placeInline(
  deps: LauncherDeps,
  position: Extract<Launcher, { kind: "inline" }>,
  closable: boolean,
): LauncherView {
  let view: LauncherView | undefined;
  let removed = false;
  const loaded = import("./inline-center.ts").then(({ buildInlineCenter }) => {
    if (!removed) view = buildInlineCenter(deps, position, closable);
    return view;
  });
  loaded.catch(deps.life.guard(rethrow));
  return {
    write() {},
    async open(title, closed) {
      return (await loaded)?.open(title, closed) ?? rethrow("closed");
    },
    reveal: () => view?.reveal?.(),
    remove() {
      removed = true;
      view?.remove();
    },
  };
}
