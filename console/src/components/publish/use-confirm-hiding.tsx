import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { runBatch } from "../bulk/run-batch.ts";

/** How content stops being shown. */
export type Hiding = "archive" | "unpublish" | "pause";

interface Hidden {
  readonly id: string;
  readonly name: string;
}

interface Question {
  readonly hiding: Hiding;
  readonly items: readonly Hidden[];
  /** Live content that starts the items or waits for their completion. */
  readonly uses: readonly Hidden[];
  readonly answer: (go_on: boolean) => void;
}

interface ConfirmHiding {
  /** Asks for confirmation if other live content starts the items or waits for their completion. */
  readonly confirmHiding: (hiding: Hiding, items: readonly Hidden[]) => Promise<boolean>;
  /** Render anywhere on the page. */
  readonly dialog: ReactNode;
}

export function useConfirmHiding(): ConfirmHiding {
  const { api, client } = useAppContext();
  const app = useApp();
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<Question>();

  const liveUses = async (items: readonly Hidden[]): Promise<readonly Hidden[]> => {
    const uses = new Map<string, Hidden>();
    await runBatch(items, async ({ id }) => {
      // Without an answer, don't stop the member: they may need to hide it now.
      const found = await client
        .fetchQuery({ ...queries.contentUses(api, app.id, id), staleTime: 0, retry: false })
        .catch(() => undefined);
      for (const use of found?.contents ?? []) if (use.live) uses.set(use.id, use);
    });
    return [...uses.values()].filter(({ id }) => items.every((item) => item.id !== id));
  };
  const confirmHiding = async (hiding: Hiding, items: readonly Hidden[]): Promise<boolean> => {
    const uses = await liveUses(items);
    if (uses.length === 0) return true;
    return new Promise((resolve) => {
      const answer = (go_on: boolean): void => {
        setOpen(false);
        resolve(go_on);
      };
      setQuestion({ hiding, items, uses, answer });
      setOpen(true);
    });
  };
  return { confirmHiding, dialog: question && <HidingDialog open={open} {...question} /> };
}

function HidingDialog({ open, hiding, items, uses, answer }: Question & { readonly open: boolean }) {
  const app = useApp();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) answer(false);
      }}
      title={hidingTitle(hiding, items)}
      description={tCount(
        uses.length,
        "{n} live item starts this content or waits for its completion. People who select its buttons will see that it isn’t available.",
        "{n} live items start this content or wait for its completion. People who select their buttons will see that it isn’t available.",
      )}
      action={HIDING_ACTIONS[hiding]}
      onConfirm={() => answer(true)}
      busy={false}
    >
      <ul className="flex flex-col gap-2 text-sm">
        {uses.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/$app/content/$id"
              params={{ app: app.id, id }}
              onClick={() => answer(false)}
              className="rounded-xs font-medium text-accent-text hover:underline wrap-anywhere"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function hidingTitle(hiding: Hiding, [first, ...others]: readonly Hidden[]): string {
  const n = others.length + 1;
  const name = first?.name ?? "";
  switch (hiding) {
    case "archive":
      return n === 1 ? t("Archive “{name}”?", { name }) : t("Archive {n} items?", { n });
    case "unpublish":
      return n === 1 ? t("Unpublish “{name}”?", { name }) : t("Unpublish {n} items?", { n });
    case "pause":
      return n === 1 ? t("Pause “{name}”?", { name }) : t("Pause {n} items?", { n });
  }
}

const HIDING_ACTIONS: Readonly<Record<Hiding, string>> = {
  archive: t("Archive anyway"),
  unpublish: t("Unpublish anyway"),
  pause: t("Pause anyway"),
};
