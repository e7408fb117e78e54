import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { packSdk } from "../../sdk/package/pack.ts";
import { packApi } from "../../sdk/package/pack-api.ts";
import { buildSurveyPage } from "../../sdk/package/survey-page.ts";

/** Adds the npm packages and the page of survey links to the SDK's files in `dist`. */
export async function completeSdk(dist: string): Promise<void> {
  await packSdk(dist);
  await Promise.all([packApi(dist, describeApi()), buildSurveyPage(dist)]);
}
