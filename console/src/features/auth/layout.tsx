import type { ReactNode } from "react";
import { Logo } from "../../ui/elements/logo.tsx";
import { ColorSchemeSwitch } from "../../ui/page/color-scheme-switch.tsx";
import { LanguageSwitch } from "../../ui/page/language-switch.tsx";
import { AuthIllustration } from "./illustration.tsx";

interface AuthLayoutProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** Layout of the pages outside a session, such as sign-in and setup. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,1fr)_1.15fr]">
      <div className="flex flex-col p-5 sm:p-8">
        <header className="flex items-center justify-between">
          <span className="flex items-center gap-2.5 text-md font-semibold">
            <Logo />
            Fanfare
          </span>
          <div className="flex items-center gap-1">
            <LanguageSwitch />
            <ColorSchemeSwitch />
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
      <AuthIllustration />
    </div>
  );
}
