import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { checkMedia, mediaForm, mediaKind, mediaUrl } from "./media-form.ts";

globalThis.DOMParser = new JSDOM("").window.DOMParser;

test("reads the URL of pasted embed code", () => {
  expect(mediaUrl('<iframe width="560" src="https://www.youtube.com/embed/aqz-KE-bpKQ?si=x"></iframe>')).toBe(
    "https://www.youtube.com/embed/aqz-KE-bpKQ?si=x",
  );
  expect(mediaUrl('<iframe src="//fast.wistia.net/embed/iframe/abc123"></iframe>')).toBe(
    "https://fast.wistia.net/embed/iframe/abc123",
  );
  expect(mediaUrl(" www.loom.com/share/abc ")).toBe("https://www.loom.com/share/abc");
  expect(mediaUrl("http")).toBe("http");
});

test("asks for what a URL needs", () => {
  expect(mediaKind("https://vimeo.com/76979871")).toBe("video");
  expect(mediaKind("/tour.mp4")).toBe("file");
  expect(mediaKind("https://calendly.com/acme/30min")).toBe("embed");
  expect(mediaKind("calendly")).toBeUndefined();
});

test("keeps only what a block of its kind has", () => {
  const form = { ...mediaForm(undefined), title: " Intro ", captions: [{ url: "/en.vtt", language: "en" }] };
  expect(checkMedia({ ...form, url: "/a.mp4", ratio: "9:16" })).toEqual({
    block: {
      ...{ kind: "video", url: "/a.mp4", title: "Intro", ratio: "9:16" },
      captions: [{ url: "/en.vtt", language: "en" }],
    },
  });
  expect(checkMedia({ ...form, url: "https://youtu.be/aqz-KE-bpKQ", poster: "/p.png" })).toEqual({
    block: { kind: "video", url: "https://youtu.be/aqz-KE-bpKQ", title: "Intro", poster: "/p.png" },
  });
  expect(checkMedia({ ...form, url: "https://www.figma.com/design/x/Board" })).toEqual({
    block: {
      ...{ kind: "embed", url: "https://embed.figma.com/design/x/Board?embed-host=fanfare" },
      ...{ title: "Intro", height_px: 420 },
    },
  });
});

test("names the problem of each field", () => {
  const checked = checkMedia({ ...mediaForm(undefined), url: "x" });
  expect("problems" in checked && [...checked.problems.keys()].sort()).toEqual(["title", "url"]);
});
