import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { sampleImage } from "../../../../test/support/sample-image.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer();

const upload = (bytes: Uint8Array, name = "chart.png") =>
  owner.call("POST", "/api/images", { name, data: Buffer.from(bytes).toString("base64") });

/** A tour with one block. */
function create(name: string, block: object) {
  const steps = [{ kind: "centered", id: "one", title: "One", blocks: [block] }];
  const content = { slug: name.toLowerCase(), name, draft: { body: { type: "tour", steps } } };
  return owner.call("POST", `/api/contents?app_id=${APP.id}`, content);
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const { status, json } = await upload(bytes);
  expect([status, json.code]).toEqual([422, "image_unreadable"]);
  return json.detail;
}

test("stores an upload as WebP that fits the largest card, and serves it unchanged for a year", async () => {
  const { status, json } = await upload(await new Bun.Image(sampleImage(2_000, 1_000)).jpeg().bytes(), "photo.jpg");
  expect([status, json.width, json.height]).toEqual([201, 1_600, 800]);
  expect(json.url).toMatch(/\/images\/[\w-]{22}-1600x800\.webp$/);
  const response = await fetch(json.url, { headers: { Origin: "https://shop.example" } });
  const header = (name: string) => response.headers.get(name);
  expect([response.status, header("Content-Type"), header("X-Content-Type-Options")]).toEqual([
    200,
    "image/webp",
    "nosniff",
  ]);
  expect(header("Cache-Control")).toContain("immutable");
  expect(header("Content-Security-Policy")).toContain("sandbox");
  expect(header("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  const { width, height, format } = await new Bun.Image(await response.arrayBuffer()).metadata();
  expect([width, height, format]).toEqual([1_600, 800, "webp"]);
  expect((await fetch(json.url.replace("1600x800", "1600x801"))).status).toBe(404);
});

test("stores the same picture once", async () => {
  const file = sampleImage(30, 20);
  const first = await upload(file, "a.png");
  const again = await upload(file, "b.png");
  expect(again.json).toEqual(first.json);
});

test("reads a file by its bytes, and refuses what isn't a still image", async () => {
  const png = sampleImage(8, 8);
  expect(await refusal(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"))).toContain("SVG");
  expect(await refusal(Buffer.from("<!doctype html><script>alert(1)</script>"))).toContain("isn't a PNG");
  expect(await refusal(png.subarray(0, png.length / 2))).toContain("damaged");
  // Two frames of one pixel each.
  const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAAKAAAALAAAAAABAAEAAAICRAEAIfkEAAoAAAAsAAAAAAEAAQAAAgJMAQA7";
  expect(await refusal(Buffer.from(gif, "base64"))).toContain("animated");
  const huge = Buffer.from(png);
  // The width and height in the header, and its checksum.
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  huge.writeUInt32BE(Bun.hash.crc32(huge.subarray(12, 29)), 29);
  expect(await refusal(huge)).toContain("24 million pixels");
});

test("refuses a file above the limit", async () => {
  const { status } = await upload(new Uint8Array(limits.image_file_bytes_max + 3));
  expect(status).toBe(400);
});

test("drops what a file carries besides its pixels", async () => {
  const file = Buffer.concat([sampleImage(12, 12), Buffer.from("<script>alert(1)</script>")]);
  const { json } = await upload(file);
  expect(await (await fetch(json.url)).text()).not.toContain("script");
});

test("deletes an unused image, and names the content that uses one", async () => {
  const { json: image } = await upload(sampleImage(40, 30));
  const created = await create("Look", { kind: "image", url: image.url, alt: "A chart" });
  expect(created.status).toBe(201);
  const refused = await owner.call("DELETE", `/api/images/${image.id}`);
  expect([refused.status, refused.json.code]).toEqual([409, "image_used"]);
  expect(refused.json.detail).toContain("Look");
  const uses = await owner.call("GET", `/api/images/${image.id}/uses`);
  expect(uses.json.contents.map((content: { name: string }) => content.name)).toEqual(["Look"]);

  const { json: free } = await upload(sampleImage(41, 30));
  expect((await owner.call("DELETE", `/api/images/${free.id}`)).status).toBe(204);
  expect((await fetch(free.url)).status).toBe(404);
  const ids = (await owner.call("GET", "/api/images")).json.items.map(({ id }: { id: string }) => id);
  expect([ids.includes(image.id), ids.includes(free.id)]).toEqual([true, false]);
  expect((await owner.call("DELETE", `/api/images/${free.id}`)).json.code).toBe("image_not_found");
});

test("asks for a description of an image, unless it's decorative", async () => {
  const image = { kind: "image", url: "https://shop.example/a.png", alt: "" };
  expect((await create("Silent", image)).json.fields[0].pointer).toBe("/draft/body/steps/0/blocks/0/alt");
  expect((await create("Decorated", { ...image, decorative: true })).status).toBe(201);
});
