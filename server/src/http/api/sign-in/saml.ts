import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { SamlResponse } from "@fanfare/contract/schema/responses/accounts/saml";
import type { SAML_RESPONSE_ROUTES, SAML_ROUTES } from "@fanfare/contract/schema/routes/accounts/saml";
import { type ServiceProvider, serviceMetadata } from "../../../single-sign-on/saml/assertion.ts";
import { readIdpMetadata } from "../../../single-sign-on/saml/metadata.ts";
import {
  certificateExpiry,
  readSamlProvider,
  removeSamlProvider,
  setSamlProvider,
} from "../../../single-sign-on/saml/settings.ts";
import { readText } from "../../request/body.ts";
import { callerOf } from "../../request/caller.ts";
import { ifMatchRevision } from "../../request/conditional.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { consoleUrl, redirectTo, refusalCode, signInUrl } from "./browser-redirects.ts";
import { baseUrl } from "./provider-urls.ts";

function serviceUrls(base: string): ServiceProvider {
  return { entity_id: `${base}/api/saml/metadata`, acs_url: `${base}/api/saml/acs` };
}

/**
 * Fanfare as the provider knows it. Assertions must be for it, so it never depends on the request: with a `Host` header
 * of their choice, the operator of another service could use assertions that the provider issued for that service.
 *
 * @throws ProblemError `single_sign_on_off` without a public URL.
 */
function serviceProvider({ public_url }: Pick<ApiDeps, "public_url">): ServiceProvider {
  if (public_url !== undefined) return serviceUrls(public_url);
  throw new ProblemError(
    "single_sign_on_off",
    "SAML sign-in needs the server's public URL. Set FANFARE_PUBLIC_URL, then restart the server.",
  );
}

/** The provider's page posts a form from its own site. Errors redirect to the sign-in page, which shows the message. */
export function samlResponseHandlers(deps: ApiDeps): Handlers<typeof SAML_RESPONSE_ROUTES> {
  return {
    "POST /api/saml/acs": async ({ c }) => {
      try {
        const form = new URLSearchParams(await readText(c.req.raw, limits.saml_response_bytes_max));
        const [response, ...more] = form.getAll("SAMLResponse");
        if (response === undefined || more.length > 0) {
          throw new ProblemError("saml_response_invalid", "The form has no SAMLResponse, or several.");
        }
        const relay_state = form.get("RelayState") ?? undefined;
        const service = serviceProvider(deps);
        const sealed = await deps.saml_sign_ins.receive({ response, relay_state }, service, callerOf(deps, c));
        return redirectTo(c, `${baseUrl(deps, c.req.raw)}/api/saml/complete?response=${sealed}`);
      } catch (error) {
        return redirectTo(c, signInUrl(deps, c.req.raw, { problem: refusalCode(deps, c, error) }));
      }
    },
  };
}

export function samlHandlers(deps: ApiDeps): Handlers<typeof SAML_ROUTES> {
  const { saml_sign_ins, cookie, flow_cookie } = deps;
  return {
    ...settingsHandlers(deps),
    "GET /api/saml/sign-in": async ({ c, query: { return_to } }) => {
      try {
        const start = { service: serviceProvider(deps), return_to };
        const { url, sealed } = await saml_sign_ins.begin(start, callerOf(deps, c));
        c.header("Set-Cookie", flow_cookie.write(sealed));
        return redirectTo(c, url);
      } catch (error) {
        return redirectTo(c, signInUrl(deps, c.req.raw, { problem: refusalCode(deps, c, error), return_to }));
      }
    },
    "GET /api/saml/complete": async ({ c }) => {
      const response = c.req.query("response") ?? "";
      const sealed = flow_cookie.read(c.req.raw);
      const return_to = saml_sign_ins.returnTo(response, sealed);
      // This sign-in attempt is used up, whatever the outcome.
      c.header("Set-Cookie", flow_cookie.clear());
      try {
        const browser = { sealed, previous_token: cookie.read(c.req.raw) };
        const finished = await saml_sign_ins.complete(response, browser, callerOf(deps, c));
        if (finished.outcome === "code_needed") {
          c.header("Set-Cookie", flow_cookie.write(finished.sealed));
          return redirectTo(c, signInUrl(deps, c.req.raw, { code: "needed", return_to }));
        }
        if (finished.outcome === "signed_in") {
          c.header("Set-Cookie", cookie.write(finished.signed_in.token), { append: true });
        }
        return redirectTo(c, consoleUrl(deps, c.req.raw, return_to));
      } catch (error) {
        return redirectTo(c, signInUrl(deps, c.req.raw, { problem: refusalCode(deps, c, error), return_to }));
      }
    },
  };
}

type SettingsRoutes = Omit<typeof SAML_ROUTES, "GET /api/saml/sign-in" | "GET /api/saml/complete">;

function settingsHandlers(deps: ApiDeps): Handlers<SettingsRoutes> {
  const settings = async (request: Request): Promise<Tagged<SamlResponse>> => {
    const known = await readSamlProvider(deps);
    const urls = { ...serviceUrls(baseUrl(deps, request)), is_configured: deps.public_url !== undefined };
    if (known === undefined) return new Tagged({ provider: null, certificates_expire_at: [], ...urls }, undefined);
    const { provider, revision } = known;
    const certificates_expire_at = provider.certificates.map(certificateExpiry);
    return new Tagged({ provider: { ...provider, revision }, certificates_expire_at, ...urls }, revision);
  };
  return {
    // Without settings, too: providers often ask for it first.
    "GET /api/saml/metadata": ({ c }) =>
      c.body(serviceMetadata(serviceProvider(deps)), 200, {
        "Content-Type": "application/samlmetadata+xml",
      }),
    "GET /api/saml": ({ c }) => settings(c.req.raw),
    "PUT /api/saml": async ({ c, body, actor }) => {
      serviceProvider(deps);
      const before = await readSamlProvider(deps);
      const seen = before === undefined ? undefined : ifMatchRevision(c);
      await setSamlProvider(deps, body, seen, actor.member_id);
      return settings(c.req.raw);
    },
    "POST /api/saml/read-metadata": ({ body: { metadata } }) => readIdpMetadata(metadata),
    "DELETE /api/saml": async ({ actor }) => {
      await removeSamlProvider(deps, actor.member_id);
    },
  };
}
