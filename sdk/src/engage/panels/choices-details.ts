import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { Storage } from "../../lib/storage.ts";
import type { Identity } from "../../net/identity.ts";
import type { Net } from "../../net/net.ts";
import type { Popup } from "../../ui/dialog/popup.ts";
import { element } from "../../ui/dom/element.ts";
import { TOASTS_STAY } from "../../ui/toast/notice.ts";
import type { Labels } from "../../ui/types.ts";

interface ChoiceDetailsDeps {
  readonly net: Pick<Net, "call">;
  readonly identity: Pick<Identity, "claims">;
  readonly storage: Storage;
  readonly window: Window;
}

/**
 * Adds details that load later: titles of hidden content, and the option to keep toasts
 * open (WCAG 2.2.1). The option is stored in this browser and isn't offered if storage is blocked.
 */
export function addChoiceDetails(
  { net, identity, storage, window: { document } }: ChoiceDetailsDeps,
  labels: Labels,
  { root, content }: Popup,
  onTitles: (titles: ReadonlyMap<string, string>) => void,
): void {
  void net.call<SuppressionsResponse>("GET", "/v1/suppressions", { query: identity.claims() }).then((answer) => {
    if (answer.kind !== "ok") return;
    const titles = new Map<string, string>();
    for (const { target, name } of answer.body.suppressions) if (name !== undefined) titles.set(target, name);
    onTitles(titles);
  });
  const stay = storage.get(TOASTS_STAY) ?? undefined;
  storage.set(TOASTS_STAY, "yes");
  if (!storage.get(TOASTS_STAY)) return;
  storage.set(TOASTS_STAY, stay);
  const tick = element(document, "input", "");
  tick.type = "checkbox";
  tick.checked = stay !== undefined;
  tick.addEventListener("change", () => storage.set(TOASTS_STAY, tick.checked ? "yes" : undefined));
  root.addStyle(STYLE);
  const text = labels.toasts_stay ?? "Keep notifications until I close them";
  content.append(element(document, "label", "stay", tick, element(document, "span", "", text)));
}

const STYLE = `
.stay{display:flex;gap:.6em;align-items:center;min-height:2.4em;padding:.4em 1.3em .8em;cursor:pointer}
.stay input{width:1.25em;height:1.25em;flex:none;margin:0;accent-color:var(--accent);cursor:inherit}
`;
