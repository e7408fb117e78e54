// biome-ignore-all lint/suspicious/noConsole: readers see what they get
// Calls of the SDK as the documentation shows them. A test runs each function on a page, in this order.

export function consentFirst({ init, fanfare }) {
  // #region consent-first
  init({ key: "YOUR_APP_KEY", consent: "pending" });
  fanfare.setConsent("granted"); // Or "denied".
  // #endregion consent-first
}

export function consent({ fanfare }) {
  // #region consent
  fanfare.setConsent("granted"); // Or "pending", "denied".
  // #endregion consent
}

export async function language({ init, fanfare }) {
  // #region language
  init({ key: "YOUR_APP_KEY", locale: "de-CH" }); // Otherwise, the browser's languages.
  await fanfare.setLocale("he");
  // #endregion language
}

export async function people({ fanfare }) {
  // #region people
  const getToken = () => fetch("/fanfare-token").then((response) => response.text());
  fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });
  await fanfare.update({ seats: 13, trial_ends_at: null }); // Adds attributes. null removes one.
  await fanfare.group("acme", { seats: 12 }, { membership: { role: "admin" } }); // Their company.
  fanfare.reset(); // Call it when the person signs out.
  // #endregion people
}

export async function content({ fanfare, menu }) {
  // #region content
  fanfare.start("welcome"); // By slug or ID.
  await fanfare.start("welcome", { step: "invite", once: true });
  fanfare.stop("welcome"); // Without an argument, stops what is shown.
  fanfare.stopAll();
  fanfare.next();
  fanfare.back();
  fanfare.goTo("step-id");
  fanfare.pause("video"); // Nothing starts automatically until resume("video").
  fanfare.action("open-menu", () => menu.open()); // An action that authors can use in buttons.
  await fanfare.setLocale("he");
  fanfare.page("/projects", { name: "Projects" }); // The page changed without a URL change.
  // #endregion content
}

export function action({ fanfare, menu }) {
  // #region action
  fanfare.action("open-menu", () => menu.open());
  // #endregion action
}

export function pause({ fanfare }) {
  // #region pause
  fanfare.pause("video"); // Nothing starts automatically.
  fanfare.resume("video");
  // #endregion pause
}

export async function hide({ fanfare }) {
  // #region hide
  await fanfare.suppress("welcome"); // "Do not show again", 365 days.
  await fanfare.suppress({ tag: "tips" }, { days: 30 });
  await fanfare.unsuppress("welcome");
  fanfare.suppressions(); // What is hidden from this person now.
  fanfare.open("choices"); // Lets people undo it themselves.
  // #endregion hide
}

export function choices({ fanfare }) {
  // #region choices
  fanfare.open("choices"); // A list of everything the person hid, with a button to undo each.
  // #endregion choices
}

export async function events({ fanfare }) {
  // #region events
  await fanfare.track("order_shipped", { total: 12 }); // Survives reloads and offline time.
  const off = fanfare.on("tour_completed", ({ slug }) => console.log(slug));
  off(); // Or fanfare.off("tour_completed", listener).
  fanfare.once("ready", ({ person_id }) => console.log(person_id));
  // #endregion events
}

export function track({ fanfare }) {
  // #region track
  fanfare.track("order_shipped", { total: 12 });
  // #endregion track
}

export function channel({ fanfare }) {
  // #region channel
  const orders = fanfare.channel("private-orders");
  orders.on("order.created", (order) => console.log(order));
  orders.leave();
  // #endregion channel
}

export async function celebration({ fanfare, button }) {
  // #region celebration
  const party = fanfare.celebrate("burst", {
    origin: button,
    shapes: [{ text: "🎉" }, "star"],
    intensity: 1.5,
    message: "Shipped!",
  });
  await party.finished; // { reason: "played" }, or why it didn't play.
  // #endregion celebration
}

export async function celebrate({ fanfare }) {
  // #region celebrate
  await fanfare.celebrate("burst", { message: "Shipped!" }).finished;
  // #endregion celebrate
}

export async function messages({ fanfare, bell, undo }) {
  // #region messages
  fanfare.toast("Saved", { tone: "success", action: { label: "Undo", onClick: undo } });
  fanfare.announce("3 new comments"); // For screen readers only.
  const { items, unread } = await fanfare.feed(); // Announcements and live updates, newest first.
  const panel = await fanfare.open("feed", { anchor: bell }); // Opens the feed next to the element.
  await panel.closed; // Or close it with panel.close().
  // #endregion messages
  return { items, unread };
}

export async function notifications({ fanfare, bell }) {
  // #region notifications
  const notifications = await fanfare.notifications(); // Asks for nothing yet.
  notifications?.state(); // "unsupported", "denied", "unsubscribed", or "subscribed"
  bell.addEventListener("click", () => notifications?.subscribe());
  // #endregion notifications
}

export async function pushBell({ fanfare, bell }) {
  // #region push-bell
  const notifications = await fanfare.notifications();
  bell.hidden = notifications?.state() !== "unsubscribed";
  bell.addEventListener("click", () => notifications?.subscribe());
  // #endregion push-bell
}

export async function help({ fanfare }) {
  // #region help
  await fanfare.explain("welcome"); // Which gate shows or hides it here, with evidence.
  fanfare.debug(); // Logs problems to the browser console.
  fanfare.shutdown(); // Leaves the page as it was.
  // #endregion help
}
