import { expect, test } from "bun:test";
import { QueryClient, queryOptions } from "@tanstack/react-query";
import { networkProblem } from "./api/api-problem.ts";
import {
  type Notifier,
  type OptimisticUpdate,
  runOptimisticUpdate,
  withChangedItem,
  withoutItem,
} from "./optimistic-update.ts";

interface Things {
  readonly items: readonly { readonly id: string; readonly on?: boolean }[];
}

function page() {
  const server: { items: Things["items"] } = { items: [{ id: "a" }, { id: "b" }, { id: "c" }] };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const items_query = queryOptions({ queryKey: ["things"], queryFn: async (): Promise<Things> => ({ ...server }) });
  const toasts: { readonly words: string; readonly press?: () => void }[] = [];
  const teller: Notifier = {
    done: ({ title, action }) => toasts.push({ words: title, ...(action && { press: action.onClick }) }),
    problem: ({ code }, title, press) => toasts.push({ words: `${title}: ${code}`, press }),
  };
  const shown = () =>
    client
      .getQueryData(items_query.queryKey)
      ?.items.map(({ id, on }) => (on ? `${id}!` : id))
      .join("");
  const act = (
    update: Pick<OptimisticUpdate<typeof items_query.queryKey>, "change" | "act"> &
      Partial<OptimisticUpdate<typeof items_query.queryKey>>,
  ) =>
    runOptimisticUpdate(client, teller, {
      shown: items_query,
      refused: "Not done",
      done: { title: "Done" },
      ...update,
    });
  return { server, client, items_query, toasts, shown, act };
}
/** Waits until pending promises have settled and the data is updated. */
const turn = () => new Promise((next) => setImmediate(next));
const answer = () => Promise.withResolvers<void>();
const offline = () => networkProblem(new Error("offline"));

test("shows a change immediately and a confirmation after the server's response", async () => {
  const { client, items_query, server, toasts, shown, act } = page();
  await client.fetchQuery(items_query);
  const { promise, resolve } = answer();
  const doing = act({ change: (list) => withoutItem(list, "b"), act: () => promise });
  await turn();
  expect([shown(), toasts]).toEqual(["ac", []]);
  server.items = [{ id: "a" }, { id: "c" }];
  resolve();
  expect(await doing).toBe(true);
  expect(toasts.map(({ words }) => words)).toEqual(["Done"]);
});

test("reverts a refused change with its reason and offers a retry", async () => {
  const { client, items_query, toasts, shown, act } = page();
  await client.fetchQuery(items_query);
  let refuses = true;
  const call = async () => {
    if (refuses) throw offline();
  };
  expect(await act({ change: (list) => withoutItem(list, "b"), act: call })).toBe(false);
  expect(shown()).toBe("abc");
  expect(toasts.map(({ words }) => words)).toEqual(["Not done: network"]);
  refuses = false;
  toasts[0]?.press?.();
  await turn();
  expect(shown()).toBe("ac");
});

test("reverts only the refused one of two concurrent changes", async () => {
  const { client, items_query, shown, act } = page();
  await client.fetchQuery(items_query);
  const [one, other] = [answer(), answer()];
  const first = act({ change: (list) => withoutItem(list, "a"), act: () => one.promise });
  const second = act({ change: (list) => withChangedItem(list, "c", { on: true }), act: () => other.promise });
  await turn();
  expect(shown()).toBe("bc!");
  one.reject(offline());
  await first;
  expect(shown()).toBe("abc!");
  other.resolve();
  await second;
});

test("undoes a change optimistically", async () => {
  const { client, items_query, toasts, shown, act } = page();
  await client.fetchQuery(items_query);
  const back = answer();
  await act({
    change: (list) => withoutItem(list, "b"),
    act: async () => undefined,
    undo: { act: () => back.promise },
  });
  toasts[0]?.press?.();
  await turn();
  expect(shown()).toBe("abc");
  back.resolve();
});

test("applies changes without a loaded list and rethrows internal errors", async () => {
  const { shown, toasts, act } = page();
  expect(await act({ change: (list) => withoutItem(list, "b"), act: async () => undefined })).toBe(true);
  expect([shown(), toasts.length]).toEqual([undefined, 1]);
  const fault = () => Promise.reject(new TypeError("x"));
  await expect(act({ change: (list) => withoutItem(list, "b"), act: fault })).rejects.toThrow(TypeError);
});
