// A page without a build, under a strict Content Security Policy: node examples/plain/serve.mjs
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { answer, host, readApp } from "../backend.mjs";

const port = Number(process.env["PORT"] ?? 4100);
const socket = host.replace(/^http/, "ws");

// #region policy
const policy = [
  "default-src 'none'",
  `script-src 'self' ${host}`,
  `connect-src 'self' ${host} ${socket}`,
  "style-src 'self'",
  `img-src 'self' ${host}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");
// #endregion policy

const file = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const page = file("index.html").replaceAll("HOST", host).replaceAll("YOUR_APP_KEY", readApp().key);
const files = {
  "/": ["text/html", page],
  "/page.js": ["text/javascript", file("page.js")],
  "/style.css": ["text/css", file("../style.css")],
};

const server = createServer(async (request, response) => {
  const answered = await answer(request);
  const [type, body] = answered === undefined ? (files[request.url] ?? []) : ["text/plain", answered];
  response.writeHead(body === undefined ? 404 : 200, {
    "Content-Type": `${type ?? "text/plain"}; charset=utf-8`,
    "Content-Security-Policy": policy,
  });
  response.end(body ?? "Not found");
});
server.listen(port, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
