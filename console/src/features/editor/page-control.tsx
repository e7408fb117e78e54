import { type BuilderCommand, type ContentEditor, sessionOf } from "@fanfare/contract/realtime/editors";
import { useNavigate } from "@tanstack/react-router";
import { Eye, MonitorSmartphone, MousePointerClick, Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { useEditor } from "./state/editor-context.ts";

interface PageControlProps {
  /** A builder of this member. */
  readonly page: ContentEditor;
  /** Part that is open in the editor. */
  readonly step_id: string | undefined;
}

/** Controls the member's builder on a page, in another tab or on another device. What is picked there is saved in the draft. */
export function PageControl({ page, step_id }: PageControlProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { state, store } = useEditor();
  const { body } = state.draft.edition;
  const send = async (command: BuilderCommand): Promise<void> => {
    // A step that was just added must be there before the page selects it.
    if (!(await store.flush())) return;
    const sent = { params: { id: sessionOf(page) }, query: { app_id: app.id }, body: command } as const;
    try {
      await api.call("POST /api/builder-sessions/:id/commands", { ...sent, unkeyed: true });
    } catch (error) {
      toast.problem(asProblem(error), t("Couldn’t reach your page"));
    }
  };
  const expectStep = useAddedStep(page.step_id);
  if (page.picks) {
    return (
      <Button size="sm" icon={<X />} onClick={() => void send({ kind: "cancel" })}>
        {t("Cancel picking")}
      </Button>
    );
  }
  const at = step_id ?? page.step_id;
  if (at === null) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" icon={<MonitorSmartphone />}>
          <span className="max-[90rem]:sr-only">{t("Your page")}</span>
        </Button>
      }
    >
      <MenuItem icon={<Eye />} onClick={() => void send({ kind: "show", step_id: at })}>
        {body.type === "tour" ? t("Show this step") : t("Show this part")}
      </MenuItem>
      {(body.type === "tour" || body.type === "hint") && (
        <MenuItem icon={<MousePointerClick />} onClick={() => void send({ kind: "pick", step_id: at })}>
          {t("Pick element")}
        </MenuItem>
      )}
      {body.type === "tour" && (
        <MenuItem
          icon={<Plus />}
          onClick={() => {
            expectStep();
            void send({ kind: "add", step_id: at });
          }}
        >
          {t("Add step on page")}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Opens the step that the page adds next. Returns what expects one. */
function useAddedStep(on_page: string | null): () => void {
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const known = useRef<readonly string[]>([]);
  const { state } = useEditor();
  const { body } = state.draft.edition;
  const ids = body.type === "tour" ? body.steps.map(({ id }) => id) : [];
  const is_new = known.current.length > 0 && on_page !== null && !known.current.includes(on_page);
  const added = is_new && ids.includes(on_page) ? on_page : undefined;
  useEffect(() => {
    if (added === undefined) return;
    known.current = [];
    void navigate({ search: (search) => ({ ...search, step: added }), replace: true, resetScroll: false });
  }, [added, navigate]);
  return () => {
    known.current = ids;
  };
}
