/** The host element of what is shown, with its shadow root. */
export interface UiRoot {
  readonly host: HTMLElement;
  readonly shadow: ShadowRoot;
  /** Container for all content; carries the color tokens. */
  readonly view: HTMLElement;
  addStyle(css: string): void;
  /**
   * Moves the root to where it can be used together with `target`: the dialog or popover around it, otherwise the body.
   * Without a target, the root moves to where it can be seen and reached, and follows when dialogs open or close.
   */
  mount(target: Element | null, place?: Element): void;
  /** The target it was mounted for; its own host after removal. */
  target: Element | null;
  /** Where it was mounted, ignoring modals opened above it. */
  container: Element;
  /** Announces `text` once: politely, or assertively if urgent. */
  announce(text: string, urgent?: boolean): void;
  remove(): void;
}
