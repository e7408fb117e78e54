import type { Edition } from "@fanfare/contract/content/content";
import { DraftHistory, type HistorySteps } from "@fanfare/contract/draft/draft-history";
import { mergeDrafts, sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Answer, BuilderSession, Unsaved } from "./session.ts";

export type SaveState =
  | { readonly kind: "saved" }
  | { readonly kind: "waiting" }
  | { readonly kind: "saving" }
  /** `retries`: tried again automatically. */
  /** Nothing can be saved any more. */
  | { readonly kind: "ended"; readonly detail: string }
  | { readonly kind: "failed"; readonly code: string; readonly detail: string; readonly retries: boolean }
  /** Someone else changed the same part. */
  | { readonly kind: "conflict"; readonly theirs: ContentDetail };

/** The draft of the session's content: saves automatically, and never overwrites another member's changes silently. */
export interface DraftStore {
  edition(): Edition;
  server(): ContentDetail;
  save(): SaveState;
  /** Changes with the same key in quick succession are one step of undo. */
  change(key: string, edit: (edition: Edition) => Edition): void;
  undo(): boolean;
  redo(): boolean;
  /** Saves immediately. Resolves to true if the server has everything. */
  flush(): Promise<boolean>;
  /** Continues with changes that the tab's last page couldn't save. */
  restore(unsaved: Unsaved): void;
  unsaved(): Unsaved | undefined;
  /** What the next page of the tab can undo and redo. */
  steps(): HistorySteps<Edition>;
  /** Continues with the steps of undo of a page that left this draft. Without effect if it isn't the current one. */
  restoreSteps(draft: Edition, steps: HistorySteps<Edition>): void;
  /** Resolves a conflict. */
  keep(whose: "mine" | "theirs"): void;
  /** Adopts what another member saved, unless that would lose changes. */
  refresh(): Promise<void>;
  /** The session ended elsewhere. */
  end(detail: string): void;
  stop(): void;
}

/** Page loads within the time of one request. */
const UNCONFIRMED_SAVES_MAX = 4;

export function createDraftStore(
  clock: Clock,
  session: Pick<BuilderSession, "read" | "save">,
  content: ContentDetail,
  onChange: () => void,
): DraftStore {
  return new Drafts(clock, session, content, onChange);
}

class Drafts implements DraftStore {
  readonly #clock: Clock;
  readonly #session: Pick<BuilderSession, "read" | "save">;
  readonly #onChange: () => void;
  readonly #history = new DraftHistory<Edition>();
  #server: ContentDetail;
  #base: Edition;
  #edition: Edition;
  /** Newest last. Each may have arrived, although no response did. */
  #sent: readonly Edition[] = [];
  #save: SaveState = { kind: "saved" };
  #sending: Promise<void> | undefined;
  #timer: Cancel = () => {};
  #failures = 0;

  constructor(
    clock: Clock,
    session: Pick<BuilderSession, "read" | "save">,
    content: ContentDetail,
    onChange: () => void,
  ) {
    this.#clock = clock;
    this.#session = session;
    this.#onChange = onChange;
    this.#server = content;
    this.#base = this.#edition = editionOf(content);
  }

  restore([base, draft, sent]: Unsaved): void {
    const content = this.#server;
    this.#base = base;
    this.#edition = draft;
    this.#sent = sent;
    this.#merge(content);
  }

  unsaved(): Unsaved | undefined {
    return this.#save.kind === "saved" ? undefined : [this.#base, this.#edition, this.#sent];
  }

  steps(): HistorySteps<Edition> {
    return this.#history.steps();
  }

  restoreSteps(draft: Edition, steps: HistorySteps<Edition>): void {
    // Another member may have changed it meanwhile, which going back would take back.
    if (sameValue(draft, this.#edition)) this.#history.restore(steps);
  }

  edition(): Edition {
    return this.#edition;
  }

  server(): ContentDetail {
    return this.#server;
  }

  save(): SaveState {
    return this.#save;
  }

  change(key: string, edit: (edition: Edition) => Edition): void {
    const next = edit(this.#edition);
    if (next === this.#edition) return;
    this.#history.note(key, this.#edition, this.#clock.now());
    this.#edited(next);
  }

  undo(): boolean {
    return this.#step(this.#history.undo(this.#edition));
  }

  redo(): boolean {
    return this.#step(this.#history.redo(this.#edition));
  }

  async flush(): Promise<boolean> {
    this.#timer();
    if (this.#sending !== undefined) await this.#sending;
    if (this.#save.kind === "waiting" || this.#save.kind === "failed") {
      this.#sending = this.#send().finally(() => {
        this.#sending = undefined;
      });
      await this.#sending;
    }
    return this.#save.kind === "saved";
  }

  keep(whose: "mine" | "theirs"): void {
    if (this.#save.kind !== "conflict") return;
    const { theirs } = this.#save;
    // Going back to before another member's changes would take them back, too.
    if (whose === "theirs") this.#history.clear();
    this.#adopt(theirs, whose === "mine" ? this.#edition : editionOf(theirs));
  }

  async refresh(): Promise<void> {
    if (this.#save.kind !== "saved") return;
    const answer = await this.#session.read();
    if (!answer.ok || this.#save.kind !== "saved") return;
    const { revision, status, edited } = this.#server;
    const now = answer.body;
    if (now.revision > revision) this.#merge(now);
    else if (now.revision === revision && (now.status !== status || now.edited !== edited)) {
      // Publishing changes no draft.
      this.#server = now;
      this.#onChange();
    }
  }

  end(detail: string): void {
    this.#timer();
    this.#set({ kind: "ended", detail });
  }

  stop(): void {
    this.#timer();
  }

  #set(save: SaveState): void {
    this.#save = save;
    this.#onChange();
  }

  #schedule(delay_ms: number): void {
    this.#timer();
    this.#timer = this.#clock.after(delay_ms, () => void this.flush());
  }

  #step(edition: Edition | undefined): boolean {
    if (edition === undefined) return false;
    this.#edited(edition);
    return true;
  }

  #edited(next: Edition): void {
    this.#edition = next;
    const { kind } = this.#save;
    if (kind === "conflict" || kind === "saving") this.#onChange();
    else this.#compare(limits.autosave_delay_ms);
  }

  #compare(delay_ms: number): void {
    const saved = sameValue(this.#edition, this.#base);
    this.#set({ kind: saved ? "saved" : "waiting" });
    if (!saved) this.#schedule(delay_ms);
  }

  #adopt(server: ContentDetail, edition: Edition): void {
    this.#server = server;
    this.#base = editionOf(server);
    this.#edition = edition;
    this.#compare(0);
  }

  async #send(): Promise<void> {
    const sent = this.#edition;
    const sent_before = this.#sent;
    this.#sent = [...sent_before, sent].slice(-UNCONFIRMED_SAVES_MAX);
    this.#set({ kind: "saving" });
    const answer = await this.#session.save(this.#server.revision, sent);
    if (answer.ok) {
      this.#failures = 0;
      this.#sent = [];
      this.#adopt(answer.body, this.#edition === sent ? editionOf(answer.body) : this.#edition);
    } else if (answer.code === "revision_stale") {
      // Refused, so only an earlier one may have arrived.
      this.#sent = sent_before;
      const theirs = await this.#session.read();
      if (theirs.ok) this.#merge(theirs.body);
      else this.#fail(theirs);
    } else this.#fail(answer);
  }

  #fail({ code, detail, retries }: Answer<unknown> & { readonly ok: false }): void {
    this.#set({ kind: "failed", code, detail, retries });
    if (!retries) return;
    this.#schedule(Math.min(limits.autosave_retry_ms * 2 ** this.#failures++, limits.autosave_retry_ms_max));
  }

  /** Both sides' changes if they touch different parts. */
  #merge(theirs: ContentDetail): void {
    const { name, slug } = theirs;
    const draft = (edition: Edition) => ({ name, slug, edition });
    // A request of this tab whose response was lost is no one else's change.
    const is_own = this.#sent.some((sent) => sameValue(editionOf(theirs), sent));
    const base = is_own ? editionOf(theirs) : this.#base;
    const withTheirs = (edition: Edition): Edition | undefined =>
      mergeDrafts(draft(base), draft(edition), draft(editionOf(theirs)))?.edition;
    const merged = withTheirs(this.#edition);
    if (merged === undefined) {
      this.#set({ kind: "conflict", theirs });
      return;
    }
    this.#history.rebase(withTheirs);
    this.#adopt(theirs, merged);
  }
}

/** The same edition, except for numbers, which are null while they are empty. They are saved as they came. */
function editionOf({ draft }: ContentDetail): Edition {
  return draft as Edition;
}
