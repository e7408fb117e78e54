import { expect, test } from "bun:test";
import { embedHost, embedUrl, isAllowedHost } from "./embed.ts";
import { readVideo, videoFrame, videoPage } from "./video.ts";

const LOOM = "0281766fa2d04bb788eaf19e65135184";

for (const [url, frame] of [
  ["https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=x", "www.youtube-nocookie.com/embed/aqz-KE-bpKQ"],
  ["https://youtu.be/aqz-KE-bpKQ?si=x", "www.youtube-nocookie.com/embed/aqz-KE-bpKQ"],
  ["https://m.youtube.com/shorts/aqz-KE-bpKQ", "www.youtube-nocookie.com/embed/aqz-KE-bpKQ"],
  ["https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ", "www.youtube-nocookie.com/embed/aqz-KE-bpKQ"],
  ["https://vimeo.com/76979871", "player.vimeo.com/video/76979871"],
  ["https://vimeo.com/channels/staffpicks/76979871", "player.vimeo.com/video/76979871"],
  [`https://www.loom.com/share/${LOOM}?sid=x`, `www.loom.com/embed/${LOOM}`],
  ["https://acme.wistia.com/medias/e4a27b971d", "fast.wistia.net/embed/iframe/e4a27b971d"],
  ["https://fast.wistia.net/embed/iframe/e4a27b971d", "fast.wistia.net/embed/iframe/e4a27b971d"],
] as const) {
  test(`reads ${url}`, () => {
    const source = readVideo(url);
    expect(source && source.provider !== "file" && videoFrame(source)).toStartWith(`https://${frame}?auto`);
  });
}

test("keeps the start and the key of an unlisted video", () => {
  expect(readVideo("https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=1m30s")).toEqual({
    ...{ provider: "youtube", id: "aqz-KE-bpKQ", start_s: 90 },
  });
  const unlisted = readVideo("https://vimeo.com/76979871/abc123def4#t=30s");
  expect(unlisted).toEqual({ provider: "vimeo", id: "76979871", key: "abc123def4", start_s: 30 });
  expect(readVideo("https://player.vimeo.com/video/76979871?h=abc123def4&dnt=1")).toMatchObject({ key: "abc123def4" });
  expect(unlisted && videoPage(unlisted)).toBe("https://vimeo.com/76979871/abc123def4");
});

test("reads files by their ending, also on the page's own site", () => {
  for (const url of ["/media/Tour.MP4", "https://cdn.example/a.webm?v=2"]) {
    expect(readVideo(url)).toEqual({ provider: "file", url });
  }
});

test("reads nothing else", () => {
  for (const url of [
    ...[
      "",
      "https://example.com/",
      "javascript:alert(1)//.mp4",
      "https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ",
    ],
    ...["https://www.youtube.com/watch?v=a/../b", "https://www.youtube.com/watch?v=", "https://vimeo.com/about"],
    ...['https://youtu.be/a"onload=x', "https://notwistia.com/medias/e4a27b971d", "https://www.loom.com/pricing"],
  ])
    expect([url, readVideo(url)]).toEqual([url, undefined]);
});

test("allows hosts and their subdomains only as they are listed", () => {
  const allowed = ["www.figma.com", "*.typeform.com"];
  for (const host of ["www.figma.com", "acme.typeform.com"]) expect(isAllowedHost(host, allowed)).toBe(true);
  for (const host of ["figma.com", "typeform.com", "eviltypeform.com", "www.figma.com.evil.example"]) {
    expect(isAllowedHost(host, allowed)).toBe(false);
  }
  expect(embedHost("http://www.figma.com/x")).toBeUndefined();
  expect(embedHost("https://www.figma.com@evil.example/")).toBeUndefined();
});

test("uses the URL that a provider wants in frames", () => {
  expect(embedUrl("https://docs.google.com/forms/d/e/x/viewform?usp=sharing")).toBe(
    "https://docs.google.com/forms/d/e/x/viewform?usp=sharing&embedded=true",
  );
  expect(embedUrl("https://calendly.com/acme/30min")).toBe("https://calendly.com/acme/30min");
  expect(embedUrl("calendly")).toBe("calendly");
});
