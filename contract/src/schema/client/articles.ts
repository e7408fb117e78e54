import type { Article } from "../../content/resource-center.ts";

/** Response of `GET articles`, best match first. A search URL of a help center responds in the same form. */
export interface ArticlesResponse {
  readonly items: readonly Article[];
}
