import type { Page } from "../../ui/types.ts";

/** A page with what authors can insert into texts. */
export interface AuthorPage extends Page {
  /** Keeps the panel off the tools of a text, until they're hidden. */
  readonly uncover?: (bar: HTMLElement | undefined) => void;
  /** Names of what is known about people. Empty if they can't be loaded; undefined where texts are only shown. */
  readonly attributes?: () => Promise<readonly string[]>;
}
