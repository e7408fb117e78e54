import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { celebrate } from "@fanfare/sdk/ui/confetti/confetti";
import { withTheme } from "@fanfare/sdk/ui/theme/theme";
import { openBanner } from "@fanfare/sdk/ui/toast/banner";
import { openToast } from "@fanfare/sdk/ui/toast/toast";
import { Bell } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useColorScheme } from "../../lib/color-scheme.ts";
import { consoleSdkLabels } from "../../lib/console-sdk-labels.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { drawPreviewPage } from "../preview/preview-page.ts";
import { useAppliedTheme } from "../preview/use-applied-theme.ts";

/** Live preview of a message, rendered by the SDK. */
export function MessagePreview({ body, className }: { readonly body: LiveUpdateBody; readonly className?: string }) {
  return (
    <div className={cx("flex flex-col gap-2", className)}>
      <h3 className="text-xs font-medium text-ink-3">{t("Preview")}</h3>
      {body.kind === "badge" ? (
        <BadgePreview count={body.count} label={body.label} />
      ) : body.kind === "data" ? (
        <DataPreview name={body.name} data={body.data} />
      ) : (
        <NoticePreview body={body} />
      )}
    </div>
  );
}

const FRAME = "overflow-hidden rounded-lg border border-line bg-sunken";
/** Debounce between keystrokes and the next render. */
const REDRAW_MS = limits.search_delay_ms;

function NoticePreview({ body }: { readonly body: Exclude<LiveUpdateBody, { kind: "badge" | "data" }> }) {
  const [page, setPage] = useState<Document | null>(null);
  const theme = useColorScheme();
  const applied = useAppliedTheme(undefined);
  const drawn = useRef(false);
  const serialized = JSON.stringify(body);

  useLayoutEffect(() => {
    if (page === null) return;
    drawPreviewPage(page, false);
    // The sample page is longer than the frame, in which no one can scroll.
    page.documentElement.style.overflow = "hidden";
    drawn.current = false;
  }, [page]);
  useLayoutEffect(() => {
    if (page !== null) page.documentElement.style.colorScheme = theme === "system" ? asIs("light dark") : theme;
  }, [page, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `body` is a new object on each render; `serialized` compares it by value
  useEffect(() => {
    if (page === null) return;
    let close = (): void => undefined;
    const cancel = systemClock.after(drawn.current ? REDRAW_MS : 0, () => {
      close = show(page, body, applied);
      drawn.current = true;
    });
    return () => {
      cancel();
      close();
    };
  }, [page, serialized, applied]);

  return (
    <div className={FRAME}>
      <iframe
        title={t("Preview")}
        inert
        onLoad={(event) => setPage(event.currentTarget.contentDocument)}
        ref={(frame) => setPage(frame?.contentDocument ?? null)}
        className="block h-80 w-full border-0"
      />
    </div>
  );
}

/** Shows the message on the frame's page. Returns a function that removes it. */
function show(
  document: Document,
  body: Exclude<LiveUpdateBody, { kind: "badge" | "data" }>,
  applied: PageTheme | undefined,
): () => void {
  if (document.defaultView === null) return () => undefined;
  // The type of a frame's window lacks its globals.
  const window = document.defaultView as Window & typeof globalThis;
  const page = { document, window, clock: systemClock };
  if (body.kind === "celebration") {
    const playback = celebrate({
      ...page,
      rng: systemRng,
      preset: body.preset,
      message: body.text,
      colors: applied?.confetti,
      worker: false,
    });
    return () => playback.cancel();
  }
  const bare = body.kind === "toast" ? openToast : openBanner;
  const open = applied === undefined ? bare : withTheme(bare, applied);
  return open({ ...page, ...body, labels: consoleSdkLabels(t), urgent: false, stays: true, on: () => undefined }).close;
}

function BadgePreview({ count, label }: { readonly count: number; readonly label: string | undefined }) {
  return (
    <div className={cx(FRAME, "grid h-40 place-items-center")}>
      <div className="flex flex-col items-center gap-3 text-center">
        <span className="relative grid size-12 place-items-center rounded-lg border border-line bg-surface text-ink-2">
          <Bell className="size-5" />
          {count > 0 && (
            <span className="absolute -end-2 -top-2 grid h-5 min-w-5 place-items-center rounded-full bg-negative px-1.5 text-xs font-semibold text-on-solid tabular-nums">
              {count > 99 ? "99+" : count}
            </span>
          )}
        </span>
        <p className="max-w-60 text-xs text-ink-3 text-pretty">
          {label === undefined
            ? t("Your page’s handler controls where this appears.")
            : t("“{words}” Your page’s handler controls where this appears.", { words: label })}
        </p>
      </div>
    </div>
  );
}

function DataPreview({ name, data }: { readonly name: string; readonly data: unknown }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      dir="ltr"
      className={cx(FRAME, "max-h-60 overflow-auto p-3 font-mono text-xs text-ink-2")}
    >
      {`fanfare.on("message", ({ body }) => {\n  // body.name === ${JSON.stringify(name)}\n  // body.data ===\n${indented(data)}\n});`}
    </pre>
  );
}

function indented(data: unknown): string {
  return (JSON.stringify(data, null, 2) ?? "…")
    .split("\n")
    .map((line) => `  //   ${line}`)
    .join("\n");
}
