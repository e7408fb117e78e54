import type { Order, Status } from "../order.ts";
import { showAccount } from "./account.ts";
import { api, RequestError } from "./api.ts";
import { mountBell } from "./bell.ts";
import { createOrderDetail } from "./detail.ts";
import { byId } from "./dom.ts";
import { startFanfare, TOUR } from "./fanfare.ts";
import { renderFigures } from "./figures.ts";
import { createFilters } from "./filters.ts";
import { chosenOrder, START, type State, withOrder, withOrders } from "./state.ts";
import { createOrdersTable } from "./table.ts";

const CLOCK_EVERY_MS = 30_000;

let state: State = START;
const news = byId("news", HTMLParagraphElement);

const table = createOrdersTable((number) => {
  update({ ...state, chosen: number });
  detail.focus();
});
const detail = createOrderDetail(advance);
const filters = createFilters((change) => update({ ...state, ...change }));

function update(next: State): void {
  state = next;
  const now_ms = Date.now();
  table.render(state, now_ms);
  detail.render(chosenOrder(state));
  filters.render(state);
  renderFigures(state, now_ms);
}

function receive(order: Order, sentence: string): void {
  const known = state.orders.find((each) => each.number === order.number);
  if (known !== undefined && known.history.length >= order.history.length) return;
  update(withOrder(state, order));
  table.flash(order.number);
  news.textContent = sentence;
}

const onOrderCreated = (order: Order): void => receive(order, `${order.number} from ${order.customer} just arrived.`);

/** For everyone except the person who made the change, who sees it immediately. */
function onOrderChanged(order: Order): void {
  const by = order.history.at(-1)?.by ?? "Someone";
  receive(order, `${by} ${order.status === "shipped" ? "shipped" : "started packing"} ${order.number}.`);
}

async function advance(order: Order, to: Status, button: HTMLElement): Promise<string | undefined> {
  try {
    const { left, top, width } = button.getBoundingClientRect();
    const after = await api.advance(order.number, to);
    update(withOrder(state, after));
    news.textContent = to === "shipped" ? `${order.number} shipped. Well done!` : `Packing ${order.number}`;
    fanfare?.track(`order_${to}`, { number: order.number });
    if (to === "shipped") fanfare?.celebrate("cannons", { origin: { x: left + width / 2, y: top } });
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

function errorMessage(error: unknown): string {
  return error instanceof RequestError ? error.message : "The shop isn't responding. Try again.";
}

/** Lifts "Do not show again" first, because the person asked for the tour. */
async function startTour(): Promise<void> {
  await fanfare?.unsuppress(TOUR);
  const started = await fanfare?.start(TOUR);
  if (started?.status !== "shown") news.textContent = "The tour can't start now. Try again shortly.";
}

async function refresh(): Promise<void> {
  const orders = await api.orders();
  // Read after the wait: the state may have changed.
  update(withOrders(state, orders));
}

/** The simulator only places orders while the page is visible. */
function present(): void {
  if (document.visibilityState === "visible") api.presence().catch(() => undefined);
}

const session = await api.session();
showAccount(session, (user) => {
  void api.signIn(user.id).then(() => location.reload());
});
await refresh();

const simulate = byId("simulate", HTMLButtonElement);
simulate.addEventListener("click", () => {
  simulate.disabled = true;
  api
    .simulate()
    .then(onOrderCreated)
    .catch((error: unknown) => {
      news.textContent = errorMessage(error);
    })
    .finally(() => {
      simulate.disabled = false;
    });
});

const fanfare = await startFanfare(session, {
  created: onOrderCreated,
  changed: onOrderChanged,
  live: () => void refresh().catch(() => undefined),
});
if (fanfare !== undefined) mountBell(fanfare);

byId("tour", HTMLButtonElement).addEventListener("click", () => {
  void startTour();
});

present();
document.addEventListener("visibilitychange", present);
setInterval(() => {
  present();
  update(state);
}, CLOCK_EVERY_MS);
