import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { FirstContentArt } from "./first-content-art.tsx";

/** In place of a list in which there was never anything: what it is for, and how it begins. */
export function NothingYet({ actions }: { readonly actions: ReactNode }) {
  return (
    <EmptyState art={<FirstContentArt />} title={t("Make your first content")} actions={actions}>
      {t(
        "Lead people through your application with a tour, point something out, tell them news, ask them, or celebrate with them. What you publish appears on open pages within seconds.",
      )}
    </EmptyState>
  );
}
