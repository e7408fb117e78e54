import { type ReactNode, useEffect, useRef } from "react";
import type { RowRequest } from "./row-request.ts";
import type { ContentSearch } from "./search.ts";
import { useListActions } from "./use-list-actions.ts";

interface RowActionProps {
  readonly request: RowRequest;
  readonly search: ContentSearch;
}

/** Runs what a row's menu asks for. Belongs to the list, because its row may leave it at once. */
export function RowAction({ request, search }: RowActionProps): ReactNode {
  const { actions, run, dialog } = useListActions(search);
  const begun = useRef<RowRequest>(undefined);
  useEffect(() => {
    if (begun.current === request) return;
    begun.current = request;
    const action = actions.find(({ name }) => name === request.name);
    if (action !== undefined) run(action, [request.content]);
  });
  return dialog;
}
