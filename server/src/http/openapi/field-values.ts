import { limits } from "@fanfare/contract/limits";
import { EXAMPLE_NOW, EXAMPLE_VALUES, exampleId } from "./example-values.ts";

/** What things are called in the demo shop's order desk, by a part of the name of their schema or path. */
const NOUNS: readonly (readonly [noun: RegExp, prefix: string, name: string])[] = [
  [/goal/i, "gol", "First order"],
  [/segment|listed_?person/i, "seg", "Regular customers"],
  [/theme/i, "thm", "Order desk"],
  [/template/i, "tpl", "Welcome tour"],
  [/tracker/i, "trk", "report_shared"],
  [/dashboard_?link/i, "dsl", "Onboarding"],
  [/dashboard_?email/i, "dse", "Onboarding"],
  [/dashboard/i, "dsh", "Onboarding"],
  [/cap_?group/i, "cap", "Quiet days"],
  [/webhook_?deliver|destination_?deliver/i, "whd", "CRM"],
  [/destination/i, "dst", "Amplitude"],
  [/webhook/i, "whk", "CRM"],
  [/preview/i, "prv", "Welcome to the order desk"],
  [/builder/i, "bld", "Welcome to the order desk"],
  [/comment/i, "cmt", "Welcome to the order desk"],
  [/live_?update/i, "lup", "Order shipped"],
  [/invite|password_reset/i, "lnk", "Grace Hopper"],
  [/signin|sign_in/i, "sgn", "Firefox on Linux"],
  [/provider|single_?sign_?on|saml/i, "idp", "Company sign-in"],
  [/role/i, "rol", "Translator"],
  [/token/i, "tok", "Nightly report"],
  [/audit/i, "aud", "Welcome to the order desk"],
  [/alert/i, "alr", "Welcome to the order desk"],
  [/node/i, "nod", "node-1"],
  [/backup/i, "bak", "fanfare-2026-11-02T09-30-00Z"],
  [/import/i, "imp", "customers.csv"],
  [/suppression/i, "sup", "Welcome to the order desk"],
  [/image/i, "img", "order-desk.png"],
  [/channel/i, "orders", "orders"],
  [/run(?!person)/i, "run", "Welcome to the order desk"],
  [/version|edition/i, "ver", "Welcome to the order desk"],
  [/attribute|property/i, "att", "plan"],
  [/event/i, "evt", "order_created"],
  [/person|people|explain_?answer|mentioned/i, "per", "Ada Lovelace"],
  [/group/i, "grp", "Acme"],
  [/member|reviewer|post_setup|^me$|patch_me/i, "mem", "Grace Hopper"],
  [/app|secret/i, "app", "Order desk"],
  [/./, "cnt", "Welcome to the order desk"],
];
/** Fields that contain content, or of which only their component says what they contain. */
const OF_CONTENT = /^(?:contents?|unpublished|changes)$/;
const OF_COMPONENT = /^(?:items|users|arms|variants|points)?$/;

/** Prefix of IDs and a name for what a component or field describes. */
function nounOf(component: string, owner: string): readonly [prefix: string, name: string] {
  const about = OF_CONTENT.test(owner) ? "content" : OF_COMPONENT.test(owner) ? component : owner;
  const [, prefix, name] = NOUNS.find(([noun]) => noun.test(about)) ?? [];
  return [prefix ?? "cnt", name ?? ""];
}

const FULL_IDS: Readonly<Record<string, string>> = {
  orders: "orders",
  att: "plan",
  app: "1001",
  img: "e3b0c44298fc1c14",
};

/** Values that a field may have, by its component, and by the component or field that contains it. */
export function valuesOf(component: string, owner: string, field: string): readonly unknown[] {
  const [prefix, name] = nounOf(component, owner);
  const own = EXAMPLE_VALUES[`${owner}.${field}`] ?? [];
  const shared = Object.hasOwn(EXAMPLE_VALUES, field) ? (EXAMPLE_VALUES[field] ?? []) : [];
  // Cast: names of limits are checked.
  const limit = Object.hasOwn(limits, field) ? [limits[field as keyof typeof limits]] : [];
  if (field === "id") return [...own, FULL_IDS[prefix] ?? exampleId(prefix), ...shared];
  if (field === "name") return [...own, name, ...shared];
  return [...own, ...shared, ...limit, ...(TIME.test(field) ? [EXAMPLE_NOW] : [])];
}

const TIME = /(?:^|_)(?:at|since|until|for)$/;

/** Whether a schema shows this field although it's optional. */
export const isShown = (owner: string, field: string): boolean => Object.hasOwn(EXAMPLE_VALUES, `${owner}.${field}`);
