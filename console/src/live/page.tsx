import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useApp } from "../doors.ts";
import { useTitle } from "../title.ts";
import { PageHeader } from "../ui/page.tsx";
import type { LiveTab } from "./search.ts";

const route = getRouteApi("/$app/live");

/** The form of a live update brings the SDK's notices and the rules of the contract: it comes with its tab. */
const Messages = lazy(async () => ({ default: (await import("./messages.tsx")).Messages }));

const TABS: readonly { readonly id: LiveTab; readonly label: string }[] = [{ id: "messages", label: "Live updates" }];

/** What goes on in the app now, and what is said to the people in it. */
export function LivePage() {
  const app = useApp();
  const { tab } = route.useSearch();
  const open = TABS.find(({ id }) => id === tab) ?? TABS[0];
  useTitle(`${open?.label}, Live`);
  return (
    <>
      <PageHeader
        title="Live"
        description={`What goes on in ${app.name} this second, and a word to the people in it.`}
      />
      <nav aria-label="Parts of Live" className="flex gap-5 overflow-x-auto border-b border-line px-(--gutter)">
        {TABS.map(({ id, label }) => (
          <Link
            key={id}
            from="/$app/live"
            search={{ tab: id }}
            resetScroll={false}
            aria-current={id === open?.id ? "page" : undefined}
            className="-mb-px flex h-9 items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<div className="min-h-96" />}>
        <Messages />
      </Suspense>
    </>
  );
}
