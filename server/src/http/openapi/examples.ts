import { CLIENT_EXAMPLES, CLIENT_SCHEMAS } from "./client-examples.ts";
import { composeExample, type ExampleSchemas, fieldExample } from "./compose-example.ts";
import { FILE_EXAMPLES } from "./file-examples.ts";
import type { JsonSchema, OpenApiOperation, OpenApiParameter } from "./types.ts";

/** One call as a customer makes it. `openapi-examples.test.ts` sends each to a real server, in this order. */
export interface ApiExample {
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly request?: object;
  /** Undefined for responses without a body. IDs and times differ in each call. */
  readonly response?: unknown;
}

const ORDERED_TWICE = {
  ...{ kind: "attribute", of: "person", name: "orders" },
  test: { type: "number", op: "more", value: 1 },
};
const TOUR = {
  type: "tour",
  steps: [
    {
      ...{ kind: "centered", id: "hello", title: "Welcome to your order desk" },
      blocks: [{ kind: "paragraph", spans: [{ text: "Three minutes, and you know your way around." }] }],
    },
  ],
};
const CLICK_ON_SHARE = {
  kind: "click",
  target: { strategies: [{ kind: "role_name", role: "button", name: "Share" }] },
};
const ORDER_FUNNEL = {
  steps: [
    { kind: "event", name: "order_created" },
    { kind: "event", name: "report_shared" },
  ],
  within_days: 7,
};
/** A file of driver.js. */
const OTHER_TOUR = {
  name: "order-desk.js",
  text: 'driver({ steps: [{ element: "#new-order", popover: { title: "New order", align: "start" } }] }).drive();',
};
const importOf = (id: string | null) => ({
  files: [
    {
      ...{ name: "order-desk.js", source: "driver.js", fields: 5, mapped: 4, findings: [] },
      items: [
        {
          ...{ id, slug: "order-desk", name: "Order desk", type: "tour", titles: ["New order"], incomplete: false },
          findings: [
            {
              ...{ reason: "built_in", path: "steps[0].popover.align", line: 1, step: 1, detail: null },
              ...{ message: "Fanfare takes care of this.", remedy: "Nothing to do." },
            },
          ],
        },
      ],
    },
  ],
});
const TOAST = { kind: "toast", title: "Order shipped", text: "Your order 7 is on its way." };
const CREATED_AT = "2026-11-02T09:30:00.000Z";

export const EXAMPLES: Readonly<Record<string, ApiExample>> = {
  "POST /api/segments": {
    request: { name: "Regular customers", rule: ORDERED_TWICE },
    response: {
      ...{ id: "seg_019e2b7a-6c00-7000-8000-000000000001", name: "Regular customers", rule: ORDERED_TWICE },
      ...{ revision: 1, created_at: CREATED_AT, updated_at: CREATED_AT },
    },
  },
  "POST /api/cap-groups": {
    request: { name: "Quiet days", runs_max: 2, window_hours: 24, covers: { types: ["tour"], tags: [] } },
    response: {
      ...{ name: "Quiet days", runs_max: 2, window_hours: 24, covers: { types: ["tour"], tags: [] } },
      ...{ id: "cap_019e2b7a-6c00-7000-8000-000000000002", revision: 1 },
    },
  },
  "POST /api/goals": {
    request: { name: "First order", event_name: "order_created" },
    response: {
      ...{ id: "gol_019e2b7a-6c00-7000-8000-000000000003", name: "First order", event_name: "order_created" },
      ...{ props: [], window_days: 7, attribution: "last", celebration: null, people: 0, revision: 1 },
      created_at: CREATED_AT,
    },
  },
  "POST /api/trackers": {
    request: { name: "report_shared", on: CLICK_ON_SHARE },
    response: {
      ...{ id: "trk_019e2b7a-6c00-7000-8000-000000000004", name: "report_shared", on: CLICK_ON_SHARE, revision: 1 },
      ...{ urls: { include: [], exclude: [] }, status: "draft", edited: false, published_at: null },
      ...{ events: 0, last_seen_at: null, created_at: CREATED_AT, updated_at: CREATED_AT },
    },
  },
  "POST /api/contents": {
    request: { slug: "welcome-desk", name: "Welcome to the order desk", draft: { body: TOUR } },
  },
  "POST /api/content-imports/plan": { request: { files: [OTHER_TOUR] }, response: importOf(null) },
  "POST /api/content-imports": {
    request: { files: [{ ...OTHER_TOUR, source: "driver.js", items: [0] }] },
    response: importOf("cnt_019e2b7a-6c00-7000-8000-000000000005"),
  },
  "POST /api/track": {
    request: { external_id: "u_42", events: [{ name: "order_created", props: { total: 25 } }] },
  },
  "POST /api/live-updates": {
    request: { audience: { kind: "everyone" }, body: TOAST },
  },
  "POST /api/apps": {
    request: { name: "Staging" },
  },
  "POST /api/webhooks": {
    request: {
      ...{ kind: "engagement", url: "https://shop.example/fanfare", events: ["goal.reached", "content.published"] },
      filter: { tags: ["onboarding"] },
    },
  },
  "POST /api/tokens": {
    request: { name: "Nightly report", scopes: ["content.read", "analytics.read"], expires_in_days: 90 },
  },
  "POST /api/invites": {
    request: { email: "grace@example.com", role: "editor" },
  },
  "POST /api/channel-events": {
    request: { channel: "orders", event: "order-shipped", data: { order: 7 } },
  },
  "POST /api/live-updates/reach": {
    request: { audience: { kind: "everyone" } },
  },
  "POST /api/explain": {
    request: {
      attributes: { plan: "pro" },
      groups: [{ external_id: "acme", attributes: { seats: 25 } }],
      device: "phone",
    },
  },
  "POST /api/segments/preview": {
    request: { rule: ORDERED_TWICE },
  },
  "POST /api/dashboards": {
    request: { name: "Onboarding", charts: [{ kind: "cohorts", id: "weeks", title: "People by first week" }] },
  },
  "POST /api/analytics/event-funnel": {
    request: { ...ORDER_FUNNEL, from: "2026-11-01T00:00:00Z", to: "2026-11-08T00:00:00Z" },
  },
  "PUT /api/people/{external_id}": {
    path: { external_id: "u_42" },
    request: { attributes: { name: "Ada", plan: "pro", orders: 3 } },
  },
  "GET /api/people/{external_id}": { path: { external_id: "u_42" } },
  "PATCH /api/people/{external_id}": {
    path: { external_id: "u_42" },
    request: { attributes: { plan: "team" }, locale: "de", time_zone: "Europe/Berlin" },
  },
  "PUT /api/groups/{external_id}": {
    path: { external_id: "acme" },
    request: { attributes: { name: "Acme", seats: 25 } },
  },
  "PUT /api/people/{external_id}/groups/{group_id}": {
    path: { external_id: "u_42", group_id: "acme" },
    request: { attributes: { name: "Acme" } },
  },
  "POST /api/people/{external_id}/suppressions": {
    path: { external_id: "u_42" },
    request: { scope: "all", reason: "admin", expires_at: "2036-01-01T00:00:00Z" },
  },
  "POST /api/people/import": {
    request: { people: [{ external_id: "u_43", attributes: { name: "Grace", plan: "free" } }] },
  },
  "POST /apps/{id}/events": {
    request: { name: "order-shipped", channels: ["orders"], data: '{"order":7}' },
    response: {},
  },
  "POST /apps/{id}/batch_events": {
    request: { batch: [{ name: "order-shipped", channel: "orders", data: '{"order":7}' }] },
    response: {},
  },
  "GET /apps/{id}/channels": { response: { channels: {} } },
  "GET /apps/{id}/channels/{name}": { response: { occupied: false } },
};

/** Adds examples to an operation: of its parameters, its request, and its success response. */
export function withExample(name: string, operation: OpenApiOperation, context: ExampleSchemas): OpenApiOperation {
  const example = EXAMPLES[name];
  const { parameters, requestBody, responses } = operation;
  const [[status = "", done] = []] = Object.entries(responses);
  return {
    ...operation,
    parameters: parameters.map((each) => withValue(name, each, example?.path, context)),
    ...(requestBody === undefined
      ? {}
      : {
          requestBody: {
            ...requestBody,
            content: inEach(
              requestBody.content,
              (_, { schema }) => example?.request ?? composeExample(schema, context),
            ),
          },
        }),
    ...(done?.content === undefined
      ? {}
      : {
          responses: {
            ...responses,
            [status]: {
              ...done,
              content: inEach(done.content, (type, { schema }) =>
                type === "application/json"
                  ? (example?.response ?? responseExample(name, schema, context))
                  : FILE_EXAMPLES[name]?.[type],
              ),
            },
          },
        }),
  };
}

/** Optional parameters need none: most have a default. */
function withValue(
  name: string,
  parameter: OpenApiParameter,
  values: ApiExample["path"],
  context: ExampleSchemas,
): OpenApiParameter {
  const { name: field, in: place, required, schema } = parameter;
  if (!required) return parameter;
  if (place === "header") return { ...parameter, example: '"3"' };
  // Of the resource in the path, such as goals.
  const [, api, resource = ""] = name.split("/");
  const owner = api === "apps" && field === "id" ? api : resource;
  return { ...parameter, example: values?.[field] ?? fieldExample(schema, owner, field, context) };
}

function responseExample(name: string, schema: JsonSchema, context: ExampleSchemas): unknown {
  const typed = CLIENT_EXAMPLES[name];
  const part = CLIENT_SCHEMAS[name];
  if (part === undefined) return typed ?? composeExample(schema, context);
  const composed = composeExample({ $ref: `#/components/schemas/${part.schema}` }, context);
  return part.in === undefined ? composed : { ...typed, [part.in]: composed };
}

function inEach<Each extends object>(
  content: Readonly<Record<string, Each>>,
  exampleOf: (type: string, each: Each) => unknown,
): Readonly<Record<string, Each>> {
  return Object.fromEntries(
    Object.entries(content).map(([type, each]) => {
      const example = exampleOf(type, each);
      return [type, example === undefined ? each : { ...each, example }];
    }),
  );
}
