/** The host element of what is shown, with its shadow root. */
export interface UiRoot {
  readonly host: HTMLElement;
  readonly shadow: ShadowRoot;
  /** All that is shown goes in here: it carries the colour tokens. */
  readonly view: HTMLElement;
  /** Adds a style sheet for what is loaded later. */
  addStyle(css: string): void;
  /**
   * Goes to where `target` can be used together with what we show: inside the dialog or popover around it, else the body.
   * Without one it goes to where it can be seen and reached, and from then on wherever that is, whatever dialogs come and go.
   */
  mount(target: Element | null, place?: Element): void;
  /** What it was mounted at; its own host once it was removed. */
  target: Element | null;
  /** Where it was mounted, but for modals that were opened over it. */
  container: Element;
  /** Says `text` once to assistive technology: politely, or at once when it is urgent. */
  announce(text: string, urgent?: boolean): void;
  /** Leaves no trace. */
  remove(): void;
}
