/** Video providers that Fanfare can show, with the hosts that a page's policy has to allow. */
export const VIDEO_HOSTS = {
  youtube: "www.youtube-nocookie.com",
  vimeo: "player.vimeo.com",
  loom: "www.loom.com",
  wistia: "fast.wistia.net",
} as const;

export type VideoProvider = keyof typeof VIDEO_HOSTS;

/** A video as its URL names it. */
export type VideoSource =
  | { readonly provider: "file"; readonly url: string }
  | {
      readonly provider: VideoProvider;
      readonly id: string;
      /** Of an unlisted video on Vimeo. */
      readonly key?: string | undefined;
      readonly start_s?: number | undefined;
    };

const FILE_ENDINGS = [".mp4", ".webm", ".m4v", ".mov", ".ogv"];

/**
 * Reads the URL that a provider's page, share button, or embed code has, or that of a file. Undefined for everything
 * else.
 *
 * @example
 * readVideo("https://youtu.be/aqz-KE-bpKQ?t=9"); // { provider: "youtube", id: "aqz-KE-bpKQ", start_s: 9 }
 */
export function readVideo(text: string): VideoSource | undefined {
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  const host = url.hostname.startsWith("www.") ? url.hostname.slice(4) : url.hostname;
  const path = url.pathname.split("/").filter((part) => part !== "");
  return (
    readYouTube(host, path, url) ??
    readVimeo(host, path, url) ??
    readLoom(host, path, url) ??
    readWistia(host, path) ??
    readFile(text, url)
  );
}

/** URL of the provider's player. It starts to play, because the person has pressed its button. */
export function videoFrame({ provider, id, key, start_s }: Exclude<VideoSource, { provider: "file" }>): string {
  const base = `https://${VIDEO_HOSTS[provider]}`;
  const start = (name: string): string => (start_s === undefined ? "" : `&${name}=${start_s}`);
  switch (provider) {
    case "youtube":
      return `${base}/embed/${id}?autoplay=1&playsinline=1&rel=0${start("start")}`;
    case "vimeo": {
      const at = start_s === undefined ? "" : `#t=${start_s}s`;
      return `${base}/video/${id}?autoplay=1&dnt=1${key === undefined ? "" : `&h=${key}`}${at}`;
    }
    case "loom":
      return `${base}/embed/${id}?autoplay=1${start("t")}`;
    case "wistia":
      return `${base}/embed/iframe/${id}?autoPlay=true&doNotTrack=true`;
  }
}

/** The video on a page of its own, for a new tab. */
export function videoPage(source: VideoSource): string {
  switch (source.provider) {
    case "file":
      return source.url;
    case "youtube":
      return `https://www.youtube.com/watch?v=${source.id}${source.start_s === undefined ? "" : `&t=${source.start_s}`}`;
    case "vimeo":
      return `https://vimeo.com/${source.id}${source.key === undefined ? "" : `/${source.key}`}`;
    case "loom":
      return `https://www.loom.com/share/${source.id}`;
    case "wistia":
      return `https://${VIDEO_HOSTS.wistia}/embed/iframe/${source.id}`;
  }
}

function readYouTube(host: string, path: readonly string[], { searchParams, hash }: URL): VideoSource | undefined {
  const is_short = host === "youtu.be";
  const hosts = ["youtube.com", "m.youtube.com", "music.youtube.com", "youtube-nocookie.com"];
  if (!is_short && !hosts.includes(host)) return undefined;
  const [first, second] = path;
  const in_path = is_short ? first : ["embed", "shorts", "live", "v"].includes(first ?? "") ? second : undefined;
  const time = searchParams.get("t") ?? searchParams.get("start") ?? timeIn(hash);
  return sourceOf("youtube", in_path ?? searchParams.get("v"), { start_s: seconds(time) });
}

function readVimeo(host: string, path: readonly string[], { searchParams, hash }: URL): VideoSource | undefined {
  if (host !== "vimeo.com" && host !== "player.vimeo.com") return undefined;
  const at = path.findIndex((part) => isMadeOf(part, DIGITS));
  const key = searchParams.get("h") ?? path[at + 1];
  return sourceOf("vimeo", path[at], {
    ...(key !== undefined && isId(key) && { key }),
    start_s: seconds(timeIn(hash)),
  });
}

function readLoom(host: string, [first, id]: readonly string[], { searchParams }: URL): VideoSource | undefined {
  if (host !== "loom.com" || (first !== "share" && first !== "embed")) return undefined;
  return sourceOf("loom", id, { start_s: seconds(searchParams.get("t") ?? "") });
}

function readWistia(host: string, path: readonly string[]): VideoSource | undefined {
  if (!["wistia.com", "wistia.net"].some((name) => host === name || host.endsWith(`.${name}`))) return undefined;
  const place = path.findIndex((part) => part === "medias" || part === "iframe");
  return place === -1 ? undefined : sourceOf("wistia", path[place + 1], {});
}

function readFile(text: string, { pathname }: URL): VideoSource | undefined {
  const path = pathname.toLowerCase();
  return FILE_ENDINGS.some((ending) => path.endsWith(ending)) ? { provider: "file", url: text } : undefined;
}

function sourceOf(
  provider: VideoProvider,
  id: string | null | undefined,
  { key, start_s }: { readonly key?: string; readonly start_s?: number | undefined },
): VideoSource | undefined {
  if (!id || !isId(id)) return undefined;
  return { provider, id, ...(key !== undefined && { key }), ...(start_s !== undefined && { start_s }) };
}

const timeIn = (hash: string): string => (hash.startsWith("#t=") ? hash.slice(3) : "");

/** `90`, `90s`, or `1h2m3s`. Undefined for the start. */
function seconds(time: string): number | undefined {
  let total = 0;
  let number = "";
  for (const character of `${time}s`) {
    const factor = SECONDS[character];
    if (factor === undefined) {
      number += character;
      continue;
    }
    if (!isMadeOf(number, DIGITS) && number !== "") return undefined;
    total += Number(number) * factor;
    number = "";
  }
  return total > 0 && total < DAY_S ? total : undefined;
}

const SECONDS: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
const DAY_S = 86_400;
const DIGITS = "0123456789";
const ID_CHARACTERS = `${DIGITS}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-`;
const ID_CHARS_MAX = 64;

const isId = (text: string): boolean => text.length <= ID_CHARS_MAX && isMadeOf(text, ID_CHARACTERS);
const isMadeOf = (text: string, characters: string): boolean =>
  text !== "" && [...text].every((character) => characters.includes(character));

/** A path is one of the page that shows the content. */
function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text, "https://page.invalid");
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  } catch {
    // Not a URL.
    return undefined;
  }
}
