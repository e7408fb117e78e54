/** A list in the bar of a text. */
export interface InsertList {
  readonly box: HTMLElement;
  /** After each change of the text or its selection. */
  readonly update: () => void;
  readonly close: () => void;
  /** Whether a key was meant for the list, which then has used it. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
}

export interface EmojiList extends InsertList {
  readonly toggle: () => void;
}

export interface LinkForm extends InsertList {
  /** Asks for the address of this link, of the one around the caret, or of one that is made of the selected text. */
  readonly open: (link?: HTMLAnchorElement) => void;
}

/** Runs an editing command of the browser. */
export type RunCommand = (command: string, value?: string) => void;

export type InsertLists = readonly [variables: InsertList, emoji: EmojiList, links: LinkForm];
