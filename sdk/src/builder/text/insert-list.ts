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
