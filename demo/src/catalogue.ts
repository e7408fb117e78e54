import type { OrderLine } from "./order.ts";

/** Prices are in euro cents. */
const PRODUCTS: readonly (readonly [name: string, cents: number])[] = [
  ["Copper watering can, 4 l", 4_890],
  ["Seed potatoes ‘Linzer Blaue’, 2 kg", 1_150],
  ["Hazel plant stakes, bundle of 20", 1_680],
  ["Peat-free potting soil, 40 l", 1_290],
  ["Forged hand trowel", 3_450],
  ["Bee meadow seed mix, 100 g", 920],
  ["Jute twine, 300 m", 640],
  ["Terracotta pots, set of 6", 2_380],
  ["Secateurs, left-handed", 5_920],
  ["Climbing rose ‘Gruß an Aachen’", 2_790],
  ["Worm compost, 10 l", 1_420],
  ["Cold frame, larch, 90 × 60", 11_900],
  ["Lavender ‘Hidcote’, tray of 12", 3_180],
  ["Leather garden gloves", 2_240],
];

const CUSTOMERS: readonly (readonly [name: string, town: string])[] = [
  ["Rosa Quill", "Lübeck"],
  ["Tobias Fenn", "Freiburg"],
  ["Café Morgenrot", "Leipzig"],
  ["Imke Storm", "Husum"],
  ["Sonnental allotments", "Erfurt"],
  ["Noor Haddad", "Köln"],
  ["Pascal Lefèvre", "Saarbrücken"],
  ["Ostheim school", "Kassel"],
  ["Henrike Vogel", "Potsdam"],
  ["Marisol Ortega", "Mainz"],
  ["Gut Birkenhof", "Schwerin"],
  ["Emil Kaya", "Ulm"],
];

const NOTES = ["Please ring at the back gate.", "Gift: don't include an invoice.", "Deliver after Thursday."];

export interface OrderRequest {
  readonly customer: string;
  readonly town: string;
  readonly lines: readonly OrderLine[];
  readonly note: string | null;
}

/**
 * Generates a plausible order. `random` is uniform in [0, 1); the same sequence generates the same order.
 *
 * @example
 * const wish = generateOrder(Math.random);
 */
export function generateOrder(random: () => number): OrderRequest {
  const [customer, town] = pick(CUSTOMERS, random);
  const lines = new Map<string, OrderLine>();
  const count = 1 + Math.floor(random() * 4);
  while (lines.size < count) {
    const [name, unit_price_cents] = pick(PRODUCTS, random);
    lines.set(name, { name, unit_price_cents, quantity: 1 + Math.floor(random() * 3) });
  }
  return { customer, town, lines: [...lines.values()], note: random() < 0.25 ? pick(NOTES, random) : null };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(random() * items.length))];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}
