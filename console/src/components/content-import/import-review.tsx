import { IMPORT_SOURCES, type ImportSource } from "@fanfare/contract/content-import/import-source";
import type { ContentImportFile, ContentImportItem } from "@fanfare/contract/schema/responses/content/content-import";
import { FileCode, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Spinner } from "../../ui/elements/spinner.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { formatContentCount, formatPartCount, TYPE_INFO } from "../content/content-types.tsx";
import { ImportFindings } from "./import-findings.tsx";
import { SOURCE_LABELS } from "./source-labels.ts";
import type { ChosenFile } from "./use-content-import.ts";

interface ImportReviewProps {
  readonly files: readonly ChosenFile[];
  readonly onSource: (file: ChosenFile, source: ImportSource) => void;
  readonly onLeaveOut: (file: ChosenFile, left_out: ReadonlySet<number>) => void;
  readonly onRemove: (file: ChosenFile) => void;
}

/** What was found in each file, with what isn't carried over. */
export function ImportReview({ files, onSource, onLeaveOut, onRemove }: ImportReviewProps) {
  const place = useRef<HTMLElement>(null);
  // The field that led here is gone. Screen readers read the files from their start.
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} aria-label={t("Files")} className="flex flex-col gap-5 outline-none">
      {files.map((file) => (
        <FileReview
          key={file.id}
          file={file}
          onSource={(source) => onSource(file, source)}
          onLeaveOut={(left_out) => onLeaveOut(file, left_out)}
          onRemove={files.length > 1 ? () => onRemove(file) : undefined}
        />
      ))}
    </section>
  );
}

interface FileReviewProps {
  readonly file: ChosenFile;
  readonly onSource: (source: ImportSource) => void;
  readonly onLeaveOut: (left_out: ReadonlySet<number>) => void;
  readonly onRemove: (() => void) | undefined;
}

function FileReview({ file, onSource, onLeaveOut, onRemove }: FileReviewProps) {
  const { state, source } = file;
  const name = file.name.includes(".") ? file.name : t("Pasted text");
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileCode className="size-5 shrink-0 text-ink-3" />
        <div className="flex min-w-32 flex-1 flex-col">
          <h3 className="truncate text-sm font-semibold">
            <bdi>{name}</bdi>
          </h3>
          <p role="status" className="flex items-center gap-1.5 text-xs text-ink-3">
            <FileStatus state={state} />
          </p>
        </div>
        <Select<ImportSource>
          label={t("Tool of {file}", { file: name })}
          placeholder={t("Select the tool")}
          value={source ?? null}
          options={IMPORT_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))}
          onChange={onSource}
          className="h-8 w-40 text-sm max-sm:order-last max-sm:w-full"
        />
        {onRemove !== undefined && (
          <IconButton label={t("Remove {file}", { file: name })} size="sm" onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {state.kind === "failed" && (
        <FormProblem
          problem={state.problem}
          title={state.problem.title}
          {...(source === undefined ? {} : { onRetry: () => onSource(source) })}
        />
      )}
      {state.kind === "read" && <FoundItems found={state.found} left_out={file.left_out} onLeaveOut={onLeaveOut} />}
    </section>
  );
}

function FileStatus({ state }: Pick<ChosenFile, "state">) {
  if (state.kind === "failed") return t("Can’t be imported");
  if (state.kind === "reading") {
    return (
      <>
        <Spinner className="size-3" /> {t("Reading…")}
      </>
    );
  }
  return t("{items} found", { items: formatContentCount(state.found.items.length) });
}

interface FoundItemsProps {
  readonly found: ContentImportFile;
  readonly left_out: ReadonlySet<number>;
  readonly onLeaveOut: (left_out: ReadonlySet<number>) => void;
}

function FoundItems({ found: { items, findings }, left_out, onLeaveOut }: FoundItemsProps) {
  const choose = (at: number, chosen: boolean): void => {
    const next = new Set(left_out);
    if (chosen) next.delete(at);
    else next.add(at);
    onLeaveOut(next);
  };
  return (
    <>
      <ul aria-label={t("Found")} className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {items.map((item, at) => (
          <ItemRow
            key={item.slug}
            item={item}
            chosen={!left_out.has(at)}
            onChoose={items.length > 1 ? (chosen) => choose(at, chosen) : undefined}
          />
        ))}
      </ul>
      {findings.length > 0 && (
        <div className="rounded-lg border border-line px-3 py-2.5">
          <ImportFindings findings={findings} about={t("In the whole file")} />
        </div>
      )}
    </>
  );
}

interface ItemRowProps {
  readonly item: ContentImportItem;
  readonly chosen: boolean;
  /** Undefined for the only one. */
  readonly onChoose: ((chosen: boolean) => void) | undefined;
}

function ItemRow({ item, chosen, onChoose }: ItemRowProps) {
  const id = useId();
  const { name, type, titles, findings } = item;
  const kind = [TYPE_INFO[type].label, formatPartCount(type, titles.length)].filter((each) => each !== undefined);
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      {onChoose !== undefined && (
        <input
          type="checkbox"
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-kind`}
          className="mt-2 size-4 shrink-0 accent-accent"
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2 [&_svg]:size-4">
        {TYPE_INFO[type].icon}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span id={`${id}-name`} className="text-sm font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          <ItemBadges item={item} />
        </div>
        <span id={`${id}-kind`} className="text-xs text-ink-3">
          {kind.join(" · ")}
        </span>
        {type === "tour" && <StepTitles titles={titles} />}
        <ImportFindings findings={findings} about={name} />
      </div>
    </li>
  );
}

/** Reasons for which no one sees the content until its author decides. */
const HIDING: readonly ContentImportItem["findings"][number]["reason"][] = ["condition", "pattern"];

function ItemBadges({ item: { findings, incomplete } }: Pick<ItemRowProps, "item">) {
  const hidden = findings.some(({ reason }) => HIDING.includes(reason));
  return (
    <>
      {hidden && <Badge tone="caution">{t("Audience missing")}</Badge>}
      {incomplete && <Badge tone="caution">{t("Incomplete")}</Badge>}
    </>
  );
}

/** Titles that are shown at first. */
const TITLES_SHOWN_MAX = 5;

function StepTitles({ titles }: { readonly titles: readonly string[] }): ReactNode {
  const shown = titles.slice(0, titles.length > TITLES_SHOWN_MAX + 1 ? TITLES_SHOWN_MAX : undefined);
  const more = titles.length - shown.length;
  return (
    <ol className="flex flex-wrap gap-x-1.5 gap-y-1 pt-0.5">
      {shown.map((title, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: titles can repeat, and their order stays
          key={at}
          className="flex min-w-0 max-w-full items-center gap-1.5 rounded-full bg-fill py-0.5 ps-1 pe-2 text-xs"
        >
          <span className="grid size-4 shrink-0 place-items-center rounded-full bg-raised text-[0.625rem] font-medium text-ink-2 tabular-nums">
            {at + 1}
          </span>
          <span className={title === "" ? "text-ink-3 italic" : "truncate"}>
            <bdi>{title === "" ? t("No title") : title}</bdi>
          </span>
        </li>
      ))}
      {more > 0 && (
        <li className="px-1 py-0.5 text-xs text-ink-3">{tCount(more, "{n} more step", "{n} more steps")}</li>
      )}
    </ol>
  );
}
