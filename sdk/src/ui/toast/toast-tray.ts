import type { UiRoot } from "../overlay/ui-root.ts";
import type { Notice, NoticeOptions } from "./notice.ts";

export interface Toast extends Notice {
  readonly options: NoticeOptions;
  /** Visible; otherwise queued. */
  shown: boolean;
  show(): void;
  /** Pauses or resumes the timer according to the current state. */
  updateTimer(): void;
}

export interface ToastTray {
  readonly root: UiRoot;
  readonly list: HTMLElement;
  /** Visible and queued toasts, in order of arrival. */
  readonly toasts: Set<Toast>;
  readonly release: () => void;
  readonly unannounced: NoticeOptions[];
  /** Controls for several toasts; undefined until loaded. */
  stack: ToastStack | undefined;
}
export interface ToastStack {
  /** The number of toasts changed. */
  count(): void;
  close(): void;
}
