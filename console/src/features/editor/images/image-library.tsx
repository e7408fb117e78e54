import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { imageQueries } from "../../../lib/queries/images.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";

interface ImageLibraryProps {
  /** URL of the chosen image. */
  readonly chosen: string;
  readonly onChoose: (url: string) => void;
  readonly onDelete: (id: string) => void;
  readonly busy: boolean;
}

/** Earlier uploads, newest first. */
export function ImageLibrary({ chosen, onChoose, onDelete, busy }: ImageLibraryProps) {
  const { api } = useAppContext();
  const group = useId();
  const query = useQuery(imageQueries.all(api));
  return (
    <QueryView query={query} shape={<Skeleton className="h-24" />}>
      {({ items }) => {
        const selected = items.find(({ url }) => url === chosen);
        return (
          items.length > 0 && (
            <fieldset className="flex min-w-0 flex-col gap-2">
              <legend className="mb-1.5 text-sm font-medium">{t("Uploaded images")}</legend>
              <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2 overflow-y-auto p-0.5">
                {items.map(({ id, url, name, width, height }) => (
                  <label
                    key={id}
                    className="flex min-w-0 flex-col gap-1 rounded-md border border-line p-1.5 hover:bg-fill has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
                  >
                    <input
                      type="radio"
                      name={group}
                      className="sr-only"
                      checked={url === chosen}
                      onChange={() => onChoose(url)}
                    />
                    <img
                      src={url}
                      alt=""
                      width={width}
                      height={height}
                      loading="lazy"
                      className="h-16 w-full rounded-sm bg-sunken object-contain"
                    />
                    <span className="truncate text-xs text-ink-2">
                      <bdi>{name}</bdi>
                    </span>
                  </label>
                ))}
              </div>
              {selected !== undefined && (
                <div className="flex flex-wrap items-center gap-3 text-xs text-ink-3">
                  <span>
                    {t("{width} × {height} pixels", { width: String(selected.width), height: String(selected.height) })}
                  </span>
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={<Trash2 />}
                    disabled={busy}
                    onClick={() => onDelete(selected.id)}
                  >
                    {t("Delete image")}
                  </Button>
                </div>
              )}
            </fieldset>
          )
        );
      }}
    </QueryView>
  );
}
