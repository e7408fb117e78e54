import type { Captions, MediaBlock, VideoRatio } from "@fanfare/contract/content/block";
import { limits } from "@fanfare/contract/limits";
import { embedHost, embedUrl } from "@fanfare/contract/media/embed";
import { readVideo } from "@fanfare/contract/media/video";
import { blocksSchema } from "@fanfare/contract/schema/content/block";

/** The fields of every kind. What a URL doesn't need isn't sent. */
export interface MediaForm {
  readonly url: string;
  readonly title: string;
  readonly poster: string;
  readonly ratio: VideoRatio;
  readonly captions: readonly Captions[];
  readonly height_px: number;
}

export type MediaKind = "video" | "file" | "embed";

export function mediaForm(block: MediaBlock | undefined): MediaForm {
  const empty: MediaForm = {
    ...{ url: "", title: "", poster: "", ratio: "16:9", captions: [] },
    height_px: limits.embed_height_px_default,
  };
  if (block === undefined) return empty;
  if (block.kind === "embed") return { ...empty, ...block };
  const { url, title, poster = "", ratio = "16:9", captions = [] } = block;
  return { ...empty, url, title, poster, ratio, captions };
}

/** Undefined while the URL can't be shown. */
export function mediaKind(url: string): MediaKind | undefined {
  const provider = readVideo(url)?.provider;
  if (provider !== undefined) return provider === "file" ? "file" : "video";
  return embedHost(url) === undefined ? undefined : "embed";
}

/** The URL in pasted embed code, with its scheme. Other text stays as it is, so that people can type. */
export function mediaUrl(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("<")) return trimmed.startsWith("www.") ? `https://${trimmed}` : trimmed;
  const frame = new DOMParser().parseFromString(trimmed, "text/html").querySelector("iframe, video, source");
  const src = frame?.getAttribute("src") ?? trimmed;
  return src.startsWith("//") ? `https:${src}` : src;
}

/** The block, or the problem of each field. */
export function checkMedia(
  form: MediaForm,
): { readonly block: MediaBlock } | { readonly problems: ReadonlyMap<string, string> } {
  const written = blockOf(form);
  const [issue, ...more] = blocksSchema.safeParse([written]).error?.issues ?? [];
  if (issue === undefined) return { block: written };
  return { problems: new Map([issue, ...more].map(({ path, message }) => [String(path[1]), message])) };
}

function blockOf({ url, title, poster, ratio, captions, height_px }: MediaForm): MediaBlock {
  const kind = mediaKind(url);
  const shared = { url, title: title.trim() };
  if (kind === "embed") return { kind, ...shared, url: embedUrl(url), height_px };
  return {
    ...{ kind: "video", ...shared },
    ...(poster.trim() !== "" && { poster: poster.trim() }),
    ...(kind === "file" && captions.length > 0 && { captions }),
    ...(ratio !== "16:9" && { ratio }),
  };
}
