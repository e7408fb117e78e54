// Serves what `ng build` wrote, with the example's backend.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { answer, host, readApp } from "../backend.mjs";

const port = Number(process.env["PORT"] ?? 4100);
const dist = new URL("dist/", import.meta.url);
const types = { css: "text/css", js: "text/javascript" };
const files = Object.fromEntries(
  readdirSync(dist)
    .filter((name) => /\.(css|js)$/.test(name))
    .map((name) => [`/${name}`, [types[name.split(".").at(-1)], readFileSync(new URL(name, dist))]]),
);
const page = readFileSync(new URL("index.html", dist), "utf8")
  .replace("HOST", host)
  .replace("YOUR_APP_KEY", readApp().key);
files["/"] = ["text/html", page];

const server = createServer(async (request, response) => {
  const answered = await answer(request);
  const [type, body] = answered === undefined ? (files[request.url] ?? []) : ["text/plain", answered];
  response.writeHead(body === undefined ? 404 : 200, { "Content-Type": `${type ?? "text/plain"}; charset=utf-8` });
  response.end(body ?? "Not found");
});
server.listen(port, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
