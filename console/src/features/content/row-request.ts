import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { createContext } from "react";

/** What a row's menu asks the list to do. */
export interface RowRequest {
  readonly name: "publish" | "pause" | "resume" | "archive" | "restore";
  readonly content: ContentSummary;
}

export const RowRequestContext = createContext<(request: RowRequest) => void>(() => {});
