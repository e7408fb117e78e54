import { afterAll, beforeAll, expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { act, Component, type ReactNode, StrictMode, useEffect } from "react";
import type { Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import {
  FanfareProvider,
  StepSlot,
  type UseCelebration,
  useCelebration,
  useChannel,
  useEvent,
  useFanfare,
} from "../react/index.ts";
import type { Celebration, Fanfare } from "../src/index.ts";

const page = new JSDOM("<!doctype html><div id=root></div>").window;
const BORROWED = ["window", "document"] as const;
const before = BORROWED.map((name) => [name, Reflect.get(globalThis, name)] as const);

beforeAll(() => {
  Object.assign(globalThis, { window: page, document: page.document, IS_REACT_ACT_ENVIRONMENT: true });
});
afterAll(() => {
  for (const [name, value] of before) {
    if (value === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.assign(globalThis, { [name]: value });
  }
  Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT");
});

function fakeFanfare() {
  const calls: string[] = [];
  const listeners = new Map<string, (data: unknown) => void>();
  const ends: (() => void)[] = [];
  const celebrate = (preset: string): Celebration => {
    calls.push(`celebrate ${preset}`);
    let end = (): void => {};
    const finished = new Promise<{ reason: "played" }>((resolve) => {
      end = () => resolve({ reason: "played" });
    });
    ends.push(end);
    return { finished, stop: () => calls.push(`stop ${preset}`), cancel() {} };
  };
  const channel = (name: string) => ({
    name,
    on(event: string, listener: (data: unknown) => void) {
      calls.push(`on ${name} ${event}`);
      listeners.set(event, listener);
      return () => calls.push(`off ${name} ${event}`);
    },
    leave: () => calls.push(`leave ${name}`),
  });
  // The hooks use no other members.
  return { fanfare: { celebrate, channel } as unknown as Fanfare, calls, listeners, ends };
}

async function mount(): Promise<{ root: Root; render(node: ReactNode): Promise<void> }> {
  const { createRoot } = await import("react-dom/client");
  const root = createRoot(page.document.querySelector("#root") ?? page.document.body);
  return { root, render: (node) => act(async () => root.render(node)) };
}

function Party({ see }: { readonly see: (result: UseCelebration) => void }): null {
  see(useCelebration());
  return null;
}

function Orders({ onData }: { readonly onData: (data: unknown) => void }): null {
  useEvent(useChannel("orders"), "created", onData);
  return null;
}

function Shop({ see }: { readonly see: (mine: Fanfare) => void }): ReactNode {
  const mine = useFanfare();
  useEffect(() => {
    see(mine);
  });
  return <main>Shop</main>;
}

class Boundary extends Component<{ readonly children: ReactNode; readonly tell: (message: string) => void }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override componentDidCatch({ message }: Error): void {
    this.props.tell(message);
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

test("reports whether useCelebration is playing and stops with the component", async () => {
  const { fanfare, calls, ends } = fakeFanfare();
  const { root, render } = await mount();
  const seen: UseCelebration[] = [];
  await render(
    <FanfareProvider fanfare={fanfare}>
      <Party see={(result) => seen.push(result)} />
    </FanfareProvider>,
  );
  await act(async () => void seen[0]?.celebrate("stars"));
  await act(async () => ends[0]?.());
  expect(seen.map(({ playing }) => playing)).toEqual([false, true, false]);
  expect(new Set(seen.map(({ celebrate }) => celebrate)).size).toBe(1);
  await act(async () => void seen[0]?.celebrate("snow"));
  await act(async () => root.unmount());
  expect(calls).toEqual(["celebrate stars", "celebrate snow", "stop snow"]);
});

test("calls the latest useEvent listener without resubscribing, and unsubscribes", async () => {
  const { fanfare, calls, listeners } = fakeFanfare();
  const { root, render } = await mount();
  const received: string[] = [];
  for (const label of ["first", "second"]) {
    await render(
      <FanfareProvider fanfare={fanfare}>
        <Orders onData={(data) => received.push(`${label} ${String(data)}`)} />
      </FanfareProvider>,
    );
    listeners.get("created")?.(42);
  }
  await act(async () => root.unmount());
  expect(received).toEqual(["first 42", "second 42"]);
  expect(calls).toEqual(["on orders created", "leave orders", "off orders created"]);
});

test("names the missing provider when a hook is used outside", async () => {
  const { root, render } = await mount();
  let language = "";
  await render(
    <Boundary tell={(message) => (language = message)}>
      <Party see={() => {}} />
    </Boundary>,
  );
  expect(language).toContain("Wrap your application in one");
  await act(async () => root.unmount());
});

test("renders on a server without an instance and hydrates with one", async () => {
  const { fanfare } = fakeFanfare();
  const off = () => {};
  const page_fanfare: Fanfare = { ...fanfare, action: () => off };
  let made = 0;
  const used: unknown[] = [];
  const app = (
    <StrictMode>
      <FanfareProvider
        fanfare={() => {
          made++;
          return page_fanfare;
        }}
      >
        <Shop see={(mine) => used.push(mine)} />
        <StepSlot>{({ title }) => <h2>{title}</h2>}</StepSlot>
      </FanfareProvider>
    </StrictMode>
  );
  const { window: browser } = globalThis;
  Reflect.deleteProperty(globalThis, "window");
  const sent = renderToString(app);
  Object.assign(globalThis, { window: browser });
  expect([sent, made]).toEqual(["<main>Shop</main>", 0]);

  const place = page.document.createElement("div");
  place.append(page.document.createElement("main"));
  place.firstElementChild?.append("Shop");
  const complaints: unknown[] = [];
  const { hydrateRoot } = await import("react-dom/client");
  const root = await act(async () =>
    hydrateRoot(place, app, { onRecoverableError: (error) => complaints.push(error) }),
  );
  expect(complaints).toEqual([]);
  expect(new Set(used)).toEqual(new Set([page_fanfare]));
  expect(made).toBeGreaterThan(0);
  await act(async () => root.unmount());
});
