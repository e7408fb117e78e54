import { expect, test } from "bun:test";
import { SignJWT } from "jose";
import { run } from "../cli.ts";
import { APP, temporaryHouse, tour } from "../testing.ts";

test("the command line, the API and the page give one answer to why somebody does not see a content", async () => {
  const pro = {
    kind: "attribute",
    of: "person",
    name: "plan",
    test: { type: "text", op: "is", value: "pro" },
  } as const;
  const edition = tour("Hello");
  const targeting = { ...edition.targeting, audience: pro };
  const contents = { contents: [{ slug: "welcome", name: "Welcome", edition: { ...edition, targeting } }] };
  await using house = await temporaryHouse({ contents });
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("ada")
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  const headers = { Authorization: `Bearer ${token}` };
  const page = house.browser();
  await page.call("POST", "/v1/identify?app=shop", { external_id: "ada", attributes: { plan: "free" } }, headers);

  const said: string[] = [];
  const complained: string[] = [];
  const command = (...args: string[]) =>
    run(["explain", ...args], {
      environment: { FANFARE_DATA_DIR: house.config.data_dir },
      directory: house.config.data_dir,
      say: (text) => said.push(text),
      complain: (text) => complained.push(text),
    });
  expect(await command("--person", "ada", "--content", "welcome", "--json")).toBe(0);
  const [by_command] = JSON.parse(said.at(-1) ?? "").items;
  const owner = await house.ownerBrowser();
  const { json } = await owner.call("GET", `/api/explain?app_id=${APP.id}&person=ada&content=welcome`);
  expect(json.items).toEqual([by_command]);
  expect(by_command).toMatchObject({ outcome: "hide", gate: "audience" });
  expect(by_command.gates[0].evidence).toBe('Not in the audience: plan is "free", wanted is "pro".');

  const { json: by_page, text } = await page.call("GET", "/v1/explain?app=shop&content=welcome", undefined, headers);
  expect([by_page.outcome, by_page.gate]).toEqual(["hide", "audience"]);
  // The page hears that it is so; why is for members.
  expect(text).not.toContain("plan");

  expect(await command("--person", "ada")).toBe(0);
  expect(said.at(-1)).toContain('welcome  is not shown  audience: Not in the audience: plan is "free"');
  expect(await command("--person", "nobody", "--all")).toBe(0);
  expect(said.join("\n")).toContain("Nobody is known as nobody");
  expect(await command("--person", "ada", "--content", "nothing")).toBe(1);
  expect(await command()).toBe(2);
  expect(complained.join("\n")).toContain("No content has this id or slug");
});
