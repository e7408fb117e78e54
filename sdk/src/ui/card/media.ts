import type { Captions, ImageBlock, MediaBlock, VideoBlock } from "@fanfare/contract/content/block";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { readVideo, videoFrame, videoPage } from "@fanfare/contract/media/video";
import { call, read } from "../../lib/native.ts";
import { button, element } from "../dom/element.ts";
import { hasFocus, moveFocus } from "../dom/focus.ts";
import { safePicture } from "../dom/safe-link.ts";
import { MEDIA_REFUSED_WITHIN_MS } from "../limits.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { MediaLabels } from "../text/media-labels.ts";

const MEDIA_STYLE = `
.media>:first-child{padding:0;border:0;overflow:hidden}
.media>button{display:grid;place-items:center;cursor:pointer;background:var(--hover)}
.media .play{grid-area:1/1;z-index:1;width:3.6em;height:3.6em;border-radius:50%;background:var(--accent);box-shadow:0 2px 12px #0004;forced-color-adjust:none}
.media .play::before{content:"";display:block;height:100%;background:var(--on-accent);clip-path:polygon(39% 29%,39% 71%,73% 50%)}
.media>button:hover .play{filter:brightness(1.08)}
.media>button>img{position:absolute;inset:0;width:100%;height:100%;max-width:none;max-height:none;object-fit:cover;border-radius:0}
.media>video{object-fit:contain;background:#000}
.media>.refused{display:grid;place-content:center;padding:1em;text-align:center;color:var(--ink)}
.media figcaption>:first-child{flex:1 1 auto;color:var(--ink);font-weight:600}
.media figcaption button,.animation button{min-height:2.1em;padding:.1em .7em;font-size:1em;border-color:var(--line)}
.media figcaption a{padding-block:.3em}
.animation{margin-inline:0;margin-block-end:0}
.animation>:first-child{display:block;max-width:100%;max-height:22em;border-radius:9px}
.animation button{margin-top:.5em;font-size:.85em}
@media (forced-colors:active){.media>:first-child{border:1px solid}}
`;

/** What a frame may do: run as its own origin, and open links in tabs. It can't navigate the page around it. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation";

interface Media {
  readonly document: Document;
  readonly figure: HTMLElement;
  readonly block: MediaBlock;
  readonly labels: MediaLabels;
  /** Page of its own, for a new tab. */
  readonly link_url: string;
  /** Undefined for a file. */
  readonly frame_url: string | undefined;
}

/** Shows a button in a frame's place. The first request to the media's host is made when the person presses it. */
export async function fillMedia(document: Document, figure: HTMLElement, block: MediaBlock): Promise<void> {
  const urls = mediaUrls(block, read(document, "baseURI"));
  if (urls === undefined) return;
  const labels = await loadLabels(document, figure);
  addStyle(figure);
  showStill({ document, figure, block, labels, ...urls }, false);
}

/** Draws the first frame of an animation, with a button that plays it. */
export async function fillStill(
  document: Document,
  figure: HTMLElement,
  url: string,
  { alt }: ImageBlock,
): Promise<void> {
  const labels = await loadLabels(document, figure);
  addStyle(figure);
  const image = element(document, "img", "");
  image.alt = alt;
  const still = element(document, "canvas", "");
  if (alt === "") still.ariaHidden = "true";
  else {
    still.role = "img";
    still.ariaLabel = alt;
  }
  let moves = false;
  const write = (): void => {
    const text = moves
      ? (labels.media_still ?? "Stop animation: {name}")
      : (labels.media_animate ?? "Play animation: {name}");
    const [short = text] = text.split(":");
    toggle.textContent = short.trim();
    toggle.ariaLabel = alt === "" ? short.trim() : fillPlaceholders(text, { name: alt });
    figure.replaceChildren(moves ? image : still, toggle);
  };
  const toggle = button(document, "plain", "", () => {
    moves = !moves;
    write();
    moveFocus(toggle);
  });
  image.addEventListener("load", () => {
    still.width = image.naturalWidth;
    still.height = image.naturalHeight;
    still.getContext("2d")?.drawImage(image, 0, 0);
    write();
  });
  image.src = url;
}

function mediaUrls(block: MediaBlock, base: string): Pick<Media, "link_url" | "frame_url"> | undefined {
  if (block.kind === "embed") {
    const url = safePicture(block.url, base);
    return url?.startsWith("https:") ? { link_url: url, frame_url: url } : undefined;
  }
  const source = readVideo(block.url);
  if (source === undefined) return undefined;
  const link_url = safePicture(videoPage(source), base);
  if (link_url === null) return undefined;
  return { link_url, frame_url: source.provider === "file" ? undefined : videoFrame(source) };
}

/** English needs no download, and is used if the labels can't be loaded. */
async function loadLabels(document: Document, figure: HTMLElement): Promise<MediaLabels> {
  // Of the content, otherwise of the page.
  const { lang } = figure.closest<HTMLElement>("[lang]") ?? read(document, "documentElement");
  const [language = ""] = lang.toLowerCase().split("-");
  if (language === "" || language === "en") return {};
  const loaded = await import("../text/media-labels.ts").catch(() => undefined);
  return loaded?.MEDIA_LABELS[language] ?? {};
}

const styled = new WeakSet<Node>();

function addStyle(figure: HTMLElement): void {
  const root = call(figure, "getRootNode");
  const { defaultView: window } = figure.ownerDocument;
  if (window === null || styled.has(root) || !(root instanceof window.ShadowRoot)) return;
  styled.add(root);
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(MEDIA_STYLE);
  root.adoptedStyleSheets.push(sheet);
}

function showStill(media: Media, focused: boolean): void {
  const { document, figure, block, labels, link_url, frame_url } = media;
  const play = button(document, "", "", () => showPlayer(media));
  const name =
    block.kind === "video" ? (labels.media_play ?? "Play video: {name}") : (labels.media_show ?? "Show: {name}");
  play.ariaLabel = fillPlaceholders(name, { name: block.title });
  const poster = block.kind === "video" ? block.poster : undefined;
  const picture = poster === undefined ? null : safePicture(poster, read(document, "baseURI"));
  if (picture !== null) {
    const image = element(document, "img", "");
    image.alt = "";
    // The drawn placeholder is behind it.
    image.addEventListener("error", () => image.replaceWith());
    image.src = picture;
    play.append(image);
  }
  const { host } = new URL(frame_url ?? link_url);
  const from = fillPlaceholders(labels.media_from ?? "Loads from {name}", { name: host });
  const is_own = host === read(document, "defaultView")?.location.host;
  figure.replaceChildren(play, caption(media, ...(is_own ? [] : [element(document, "span", "", from)])));
  play.append(element(document, "span", "play"));
  if (focused) moveFocus(play);
}

/** A line of constant height below the frame. */
function caption({ document, block }: Media, ...controls: readonly HTMLElement[]): HTMLElement {
  return element(document, "figcaption", "", element(document, "span", "", block.title), ...controls);
}

function showPlayer(media: Media): void {
  const { document, figure, block, labels, frame_url } = media;
  const close = button(document, "", labels.media_close ?? "Close", () => showStill(media, true));
  const opened =
    block.kind === "video" && frame_url === undefined
      ? videoElement(media, block)
      : frameElement(media, frame_url ?? media.link_url);
  const bar = caption(media, close, pageLink(media));
  watchRefusal(media, opened, bar);
  figure.replaceChildren(opened, bar);
  // In a provider's frame, the keys would no longer reach the card: Escape couldn't close it.
  moveFocus(frame_url === undefined ? opened : close);
}

function pageLink({ document, labels, link_url }: Media): HTMLElement {
  const link = element(document, "a", "", labels.media_open ?? "Open in a new tab");
  link.href = link_url;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

function frameElement({ document, block }: Media, url: string): HTMLIFrameElement {
  const frame = element(document, "iframe", "");
  frame.title = block.title;
  const is_own = new URL(url).origin === read(document, "defaultView")?.location.origin;
  // A frame of the page's own origin could remove its sandbox.
  const sandbox = is_own ? SANDBOX.replace("allow-same-origin ", "") : SANDBOX;
  frame.setAttribute("sandbox", block.kind === "embed" ? `${sandbox} allow-forms` : sandbox);
  frame.allow = block.kind === "embed" ? "fullscreen" : "autoplay; encrypted-media; fullscreen; picture-in-picture";
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  frame.src = url;
  return frame;
}

function videoElement({ document, link_url }: Media, { title, captions = [] }: VideoBlock): HTMLVideoElement {
  const video = element(document, "video", "", ...captionTracks(document, captions));
  video.controls = true;
  video.playsInline = true;
  video.ariaLabel = title;
  const base = read(document, "baseURI");
  const origin = read(document, "defaultView")?.location.origin;
  // Browsers load captions of another origin only for videos that are loaded with CORS.
  if (captions.some(({ url }) => new URL(url, base).origin !== origin)) video.crossOrigin = "anonymous";
  video.src = link_url;
  // The person pressed the button to play it.
  video.play().catch(() => {});
  return video;
}

function captionTracks(document: Document, captions: readonly Captions[]): readonly HTMLTrackElement[] {
  return captions.flatMap(({ url, language }, index) => {
    const src = safePicture(url, read(document, "baseURI"));
    if (src === null) return [];
    const track = element(document, "track", "");
    track.kind = "captions";
    track.srclang = language;
    track.label = languageName(language);
    track.dir = textDirection(language);
    track.default = index === 0;
    track.src = src;
    return [track];
  });
}

function languageName(language: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

/** Replaces a frame that the page's Content Security Policy blocks, or a file that can't be played, by a message. */
function watchRefusal(media: Media, opened: HTMLElement, bar: HTMLElement): void {
  const { document, figure, labels, link_url, frame_url } = media;
  const window = read(document, "defaultView");
  const { host, origin } = new URL(frame_url ?? link_url);
  const message = element(document, "p", "refused");
  message.role = "alert";
  const refuse = (text: string): void => {
    message.textContent = text;
    if (!opened.isConnected) return;
    const held = hasFocus(opened);
    opened.replaceWith(message);
    if (held) moveFocus(bar.querySelector("button"));
  };
  const directive = frame_url === undefined ? "media-src" : "frame-src";
  const over = new AbortController();
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective !== directive || !blockedURI.startsWith(origin)) return;
    over.abort();
    figure.dataset["blocked"] = `${directive} ${origin}`;
    refuse(fillPlaceholders(labels.media_blocked ?? "This site’s security settings block {name}.", { name: host }));
  };
  // Cast: the event of this name.
  const listener = onViolation as EventListener;
  call(document, "addEventListener", "securitypolicyviolation", listener, { signal: over.signal });
  window?.setTimeout(() => over.abort(), MEDIA_REFUSED_WITHIN_MS);
  opened.addEventListener("error", () => {
    if (message.textContent === "") refuse(labels.media_failed ?? "This video can’t be played here.");
  });
}
