import type { User } from "../users.ts";
import type { Session } from "./api.ts";
import { byId, element, icon } from "./dom.ts";
import { initials } from "./format.ts";

const TICK = "m3 8.500 3.500 3.500L13 5";

export function showAccount(session: Session, onSwitch: (user: User) => void): void {
  byId("account-name", HTMLSpanElement).textContent = session.user.name;
  byId("account-initials", HTMLSpanElement).textContent = initials(session.user.name);
  const choices = session.users.map((user) => {
    const current = user.id === session.user.id;
    const button = element(
      "button",
      { type: "button", class: "person", "aria-current": current ? "true" : false, "data-testid": `user-${user.id}` },
      element("span", { class: "initials", "aria-hidden": "true" }, initials(user.name)),
      element("span", {}, user.name, element("small", {}, user.role)),
      ...(current ? [icon(TICK)] : []),
    );
    button.addEventListener("click", () => onSwitch(user));
    return button;
  });
  byId("account-choices", HTMLDivElement).replaceChildren(...choices);
}
