import type { ImportSource } from "@fanfare/contract/content-import/import-source";
import type { ContentImportFile } from "@fanfare/contract/schema/responses/content/content-import";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { toast } from "../../lib/toast.ts";

/** A file, or pasted text, which has no extension. */
export interface ImportText {
  readonly name: string;
  readonly text: string;
}

/** A file with what the server found in it. */
export interface ChosenFile extends ImportText {
  readonly id: number;
  /** Undefined while the server finds it out. */
  readonly source: ImportSource | undefined;
  readonly state:
    | { readonly kind: "reading" }
    | { readonly kind: "read"; readonly found: ContentImportFile }
    | { readonly kind: "failed"; readonly problem: ApiProblem };
  /** Positions of items that aren't imported. */
  readonly left_out: ReadonlySet<number>;
}

/** Number of items to import. */
export function countChosen(files: readonly ChosenFile[]): number {
  return files.reduce((sum, { state, left_out }) => {
    return sum + (state.kind === "read" ? state.found.items.length - left_out.size : 0);
  }, 0);
}

/** From the choice of files until their drafts are created. The server reads each file alone, so that one may fail. */
export function useContentImport(onDone: () => void) {
  const { api } = useAppContext();
  const app = useApp();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const last_id = useRef(0);
  const { create, creating, problem, setProblem } = useCreateDrafts(onDone);

  const change = (id: number, part: Partial<ChosenFile>): void => {
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...part } : file)));
  };
  /** Drops answers for a tool that is no longer selected. */
  const answer = ({ id, source }: ChosenFile, part: Partial<ChosenFile>): void => {
    setFiles((all) => all.map((file) => (file.id === id && file.source === source ? { ...file, ...part } : file)));
  };
  const read = async (of: ChosenFile): Promise<void> => {
    const { name, text, source } = of;
    const file = { name, text, ...(source === undefined ? {} : { source }) };
    try {
      const {
        files: [found],
      } = await api.call("POST /api/content-imports/plan", {
        ...{ query: { app_id: app.id }, body: { files: [file] }, unkeyed: true },
      });
      if (found !== undefined) answer(of, { state: { kind: "read", found }, source: found.source });
    } catch (error) {
      answer(of, { state: { kind: "failed", problem: asProblem(error) } });
    }
  };
  const begin = (file: ChosenFile): void => {
    setProblem(undefined);
    void read(file);
  };
  return {
    files,
    creating,
    problem,
    add(texts: readonly ImportText[]): void {
      const added = texts.map((each): ChosenFile => {
        last_id.current += 1;
        return { ...each, id: last_id.current, source: undefined, state: { kind: "reading" }, left_out: new Set() };
      });
      setFiles((all) => [...all, ...added]);
      for (const file of added) begin(file);
    },
    /** Reads a file again, as one of another tool. */
    readAs(file: ChosenFile, source: ImportSource | undefined): void {
      const again: ChosenFile = { ...file, source, state: { kind: "reading" }, left_out: new Set() };
      change(file.id, again);
      begin(again);
    },
    leaveOut: (file: ChosenFile, left_out: ReadonlySet<number>): void => change(file.id, { left_out }),
    remove: (file: ChosenFile): void => setFiles((all) => all.filter(({ id }) => id !== file.id)),
    clear(): void {
      setProblem(undefined);
      setFiles([]);
    },
    create: () => create(files),
  };
}

/** Creates the chosen items. One opens at once. Several are behind the toast's button. */
function useCreateDrafts(onDone: () => void) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();

  const create = async (files: readonly ChosenFile[]): Promise<void> => {
    const sent = files.flatMap(({ name, text, state, left_out }) => {
      if (state.kind !== "read") return [];
      const { source, items } = state.found;
      return [{ name, text, source, items: items.flatMap((_item, at) => (left_out.has(at) ? [] : [at])) }];
    });
    setCreating(true);
    setProblem(undefined);
    try {
      const answer = await api.call("POST /api/content-imports", { query: { app_id: app.id }, body: { files: sent } });
      const drafts = answer.files.flatMap(({ items }) => items).filter(({ id }) => id !== null);
      void client.invalidateQueries(contentQueryFilter(app.id));
      onDone();
      announceDrafts(drafts);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setCreating(false);
    }
  };
  const announceDrafts = (drafts: readonly { readonly id: string | null; readonly name: string }[]): void => {
    const [first] = drafts;
    const params = { app: app.id };
    if (drafts.length === 1 && first?.id != null) {
      toast.done({ title: t("“{name}” imported", { name: first.name }) });
      void navigate({ to: "/$app/content/$id", params: { ...params, id: first.id } });
      return;
    }
    toast.done({
      title: tCount(drafts.length, "{n} draft imported", "{n} drafts imported"),
      action: {
        label: t("Show drafts"),
        onClick: () => void navigate({ to: "/$app/content", params, search: { status: "draft" } }),
      },
    });
  };
  return { create, creating, problem, setProblem };
}
