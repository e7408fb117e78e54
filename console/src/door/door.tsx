import type { ReactNode } from "react";
import { LanguageSwitch } from "../shell/language-switch.tsx";
import { ThemeSwitch } from "../shell/theme-switch.tsx";
import { Mark } from "../ui/logo.tsx";
import { DoorScene } from "./scene.tsx";

interface DoorProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** The pages outside: signing in, setting up. */
export function Door({ title, lead, children }: DoorProps) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,1fr)_1.15fr]">
      <div className="flex flex-col p-5 sm:p-8">
        <header className="flex items-center justify-between">
          <span className="flex items-center gap-2.5 text-md font-semibold">
            <Mark />
            Fanfare
          </span>
          <div className="flex items-center gap-1">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="m-auto flex w-full max-w-92 flex-col gap-7 py-12 outline-none">
          <div className="flex flex-col gap-1.5">
            <h1 className="text-xl font-semibold text-balance">{title}</h1>
            <p className="text-base text-ink-2 text-pretty">{lead}</p>
          </div>
          {children}
        </main>
      </div>
      <DoorScene />
    </div>
  );
}
