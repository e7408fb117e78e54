import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { buildTargetLine } from "../../debug/build-target-line.ts";
import { button, element } from "../../ui/dom/element.ts";
import { findByReading } from "../../ui/target/reading-strategies.ts";
import type { DraftStore } from "../draft.ts";
import { isChosen, targetOf } from "../edits.ts";
import { t, tProblem } from "../language/t.ts";
import type { BuilderSession } from "../session.ts";

interface PublishDeps {
  readonly document: Document;
  readonly session: BuilderSession;
  readonly draft: DraftStore;
  readonly announce: (text: string) => void;
  /** Shows lines above the steps; none removes them. */
  readonly show: (...lines: readonly HTMLElement[]) => void;
  readonly go: (part_id: string, to_target: boolean) => void;
  readonly published: (first: boolean) => void;
}

/** Publishes the draft. First shows what speaks against it: targets that aren't on this page. */
export async function publish(deps: PublishDeps): Promise<void> {
  const { document, session, draft, announce, show } = deps;
  const { app } = session.opened;
  const tell = (tone: string, text: string, ...more: readonly HTMLElement[]): void => {
    const box = element(document, "div", `notice ${tone}`, element(document, "p", "", text), ...more);
    box.role = tone === "error" ? "alert" : "status";
    show(box);
  };
  const send = async (): Promise<void> => {
    show();
    if (!(await draft.flush())) {
      tell("error", t("Your last changes aren't saved, so they can't be published."));
      return;
    }
    const answer = await session.publish(draft.server().revision);
    if (!answer.ok) {
      const { pointer = "" } = answer;
      const part = partAt(draft.edition(), pointer);
      const title = part?.title.trim() || t("Untitled");
      const lead = (): void => {
        show();
        if (part) deps.go(part.id, pointer.includes("/target"));
      };
      tell("error", tProblem(answer), ...(part ? [button(document, "", t("Go to “{title}”", { title }), lead)] : []));
      return;
    }
    await draft.refresh();
    deps.published(answer.body.first);
    tell("done", t("Published in {app}. Open pages update within seconds.", { app: app.name }));
    announce(t("Published in {app}", { app: app.name }));
  };
  const missing = missingTargets(document, draft);
  if (missing.length === 0) {
    await send();
    return;
  }
  const cancel = button(document, "", t("Cancel"), () => show());
  const confirm = button(document, "primary", t("Publish anyway"), () => void send());
  const text = t("Not found on this page: {names}. This is fine if they are on other pages.", {
    names: missing.join(t(", ##between names")),
  });
  tell("", text, element(document, "div", "row", element(document, "span", ""), cancel, confirm));
  cancel.focus();
}

/** The part in which a field of the draft is. */
function partAt({ body }: Edition, pointer: string): Part | undefined {
  const found = /^\/draft\/body\/(?:(?:steps|panels?|tasks|questions)(?:\/(\d+))?|target)\b/.exec(pointer);
  return found === null ? undefined : partsIn(body)[Number(found[1] ?? 0)];
}

function missingTargets(document: Document, draft: DraftStore): readonly string[] {
  const edition = draft.edition();
  return partsIn(edition.body).flatMap(({ id, title }) => {
    const target = targetOf(edition, id);
    if (target === undefined || !isChosen(target)) return [];
    return buildTargetLine(document, id, target, findByReading).element === null ? [`“${title}”`] : [];
  });
}
