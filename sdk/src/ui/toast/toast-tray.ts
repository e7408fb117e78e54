import type { UiRoot } from "../overlay/ui-root.ts";
import type { Notice, NoticeOptions } from "./notice.ts";

/** One of several, which are treated alike. */
export interface Toast extends Notice {
  readonly options: NoticeOptions;
  /** Whether it stands there; else it waits. */
  shown: boolean;
  show(): void;
  /** Its time rests or goes on, by what is so now. */
  updateTimer(): void;
}

/** The corner where toasts stand. */
export interface ToastTray {
  readonly root: UiRoot;
  readonly list: HTMLElement;
  /** What stands there and what waits, in the order in which it came. */
  readonly toasts: Set<Toast>;
  readonly release: () => void;
  /** Of several that come in a row: what nobody has heard of yet. */
  readonly unannounced: NoticeOptions[];
  /** Says so, and what can be done about several: there once that is loaded. */
  stack: ToastStack | undefined;
}
export interface ToastStack {
  /** Others came or went. */
  count(): void;
  close(): void;
}
