import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { SignedXml } from "xml-crypto";
import type { TestBrowser } from "./temporary-server.ts";

export interface SigningKey {
  readonly key: string;
  readonly cert: string;
}

/** RSA key and its self-signed certificate, both in PEM. */
export function signingKey(bits = 2048): SigningKey {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-saml-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    const how = ["-newkey", `rsa:${bits}`, "-nodes", "-days", "2", "-subj", "/CN=idp.example.com"];
    const made = spawnSync("openssl", ["req", "-x509", ...how, "-keyout", key, "-out", cert]);
    if (made.status !== 0) throw new Error(`openssl could not make a certificate: ${made.stderr.toString()}`);
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const ENTITY_ID = "https://idp.example.com/metadata";
export const SIGN_IN_URL = "https://idp.example.com/sso/redirect?app=7";
const PROTOCOL = "urn:oasis:names:tc:SAML:2.0";

/** What an assertion says. Omitted fields are as a provider would send them. */
export interface AssertionInput {
  readonly origin: string;
  readonly request_id?: string | undefined;
  readonly id?: string;
  readonly name_id?: string;
  readonly format?: string;
  readonly email?: string | undefined;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly method?: string;
  readonly context?: string;
  /** From now. */
  readonly issued_ms?: number;
  readonly lifetime_ms?: number;
}

let count = 0;

export function assertionXml(input: AssertionInput): string {
  const { origin, request_id, name_id = "ada-1", email, issuer = ENTITY_ID, issued_ms = 0, lifetime_ms } = input;
  const at = (ms: number): string => new Date(Date.now() + issued_ms + ms).toISOString();
  const end = at(lifetime_ms ?? 5 * MINUTE_MS);
  const answers = request_id === undefined ? "" : ` InResponseTo="${request_id}"`;
  const recipient = input.recipient ?? `${origin}/api/saml/acs`;
  const attribute =
    email === undefined
      ? ""
      : `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Ada Lovelace</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  return `<saml:Assertion xmlns:saml="${PROTOCOL}:assertion" ID="${input.id ?? `_a${++count}`}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${input.format ?? `${PROTOCOL}:nameid-format:persistent`}">${name_id}</saml:NameID><saml:SubjectConfirmation Method="${input.method ?? `${PROTOCOL}:cm:bearer`}"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-1000)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${input.audience ?? `${origin}/api/saml/metadata`}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>${input.context ?? `${PROTOCOL}:ac:classes:PasswordProtectedTransport`}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attribute}</saml:Assertion>`;
}

export const responseXml = (origin: string, inner: string, status = "Success"): string =>
  `<samlp:Response xmlns:samlp="${PROTOCOL}:protocol" xmlns:saml="${PROTOCOL}:assertion" ID="_r${++count}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${origin}/api/saml/acs"><saml:Issuer>${ENTITY_ID}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${PROTOCOL}:status:${status}"/></samlp:Status>${inner}</samlp:Response>`;

interface Algorithms {
  readonly signature?: string;
  readonly digest?: string;
}

/** Signs the assertion in the document, as providers do. */
export function signed(xml: string, { key, cert }: SigningKey, { signature, digest }: Algorithms = {}): string {
  const signer = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: signature ?? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signer.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    digestAlgorithm: digest ?? "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"],
  });
  const location = { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: "after" } as const;
  signer.computeSignature(xml, { location });
  return signer.getSignedXml();
}

export const metadataXml = (...certificates: readonly string[]): string =>
  `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="${PROTOCOL}:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${ENTITY_ID}"><md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}:protocol">${certificates
    .map(
      (cert) =>
        `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${cert.replace(/-----[A-Z ]+-----/g, "")}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    )
    .join(
      "",
    )}<md:SingleSignOnService Binding="${PROTOCOL}:bindings:HTTP-POST" Location="https://idp.example.com/sso/post"/><md:SingleSignOnService Binding="${PROTOCOL}:bindings:HTTP-Redirect" Location="${SIGN_IN_URL.replace("&", "&amp;")}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** Starts a sign-in and returns the request that the browser would carry to the provider. */
export async function startSaml(
  browser: TestBrowser,
  query = "",
): Promise<{ readonly url: URL; readonly request: string; readonly request_id: string }> {
  const { headers } = await browser.call("GET", `/api/saml/sign-in${query}`);
  const url = new URL(headers.get("Location") ?? "");
  const request = inflateRawSync(Buffer.from(url.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  return { url, request, request_id: / ID="([^"]+)"/.exec(request)?.[1] ?? "" };
}

/** Posts the provider's form, and follows the redirects to the console. Returns where the browser ends up. */
export async function answerSaml(
  origin: string,
  browser: TestBrowser,
  xml: string,
  relay_state?: string,
): Promise<string> {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64") });
  if (relay_state !== undefined) form.set("RelayState", relay_state);
  // Another site's form: without cookies.
  const posted = await fetch(`${origin}/api/saml/acs`, {
    ...{ method: "POST", body: form, redirect: "manual" as const },
    headers: { Origin: "https://idp.example.com", "Sec-Fetch-Site": "cross-site" },
  });
  const target = new URL(posted.headers.get("Location") ?? "", origin);
  if (posted.status !== 303) throw new Error(`The form got ${posted.status}: ${await posted.text()}`);
  if (target.pathname !== "/api/saml/complete") return `${target.pathname}${target.search}`;
  const { headers } = await browser.call("GET", `${target.pathname}${target.search}`);
  const end = new URL(headers.get("Location") ?? "", origin);
  return `${end.pathname}${end.search}`;
}
