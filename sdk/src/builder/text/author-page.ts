import type { Page } from "../../ui/types.ts";

/** A page with what authors can insert into texts. */
export interface AuthorPage extends Page {
  /** Names of what is known about people. Empty if they can't be loaded; undefined where texts are only shown. */
  readonly attributes?: () => Promise<readonly string[]>;
}
