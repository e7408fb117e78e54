import { createHash } from "node:crypto";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { type ProblemCode, ProblemError } from "@fanfare/contract/problem";
import type { SamlProvider } from "@fanfare/contract/schema/accounts/saml";
import { emailSchema, memberNameSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { generateServiceProviderMetadata, SAML, SamlStatusError, ValidateInResponseTo } from "@node-saml/node-saml";
import { z } from "zod";
import { type Claims, isProviderName } from "../claims.ts";
import { elementsOf, NAMESPACES, parseXml } from "./xml.ts";

/** Fanfare as a SAML service provider. */
export interface ServiceProvider {
  readonly entity_id: string;
  readonly acs_url: string;
}

/** A verified assertion about a person. */
export interface VerifiedAssertion {
  readonly claims: Claims;
  readonly id_hash: string;
  readonly expires_at: number;
  /** The request that it answers. Undefined: Fanfare didn't request it. */
  readonly request_id: string | undefined;
}

/** Entity IDs can equal the issuer of the same server's OpenID Connect, whose subjects differ. */
const ISSUER_PREFIX = "saml:";
export const samlIssuer = ({ entity_id }: Pick<SamlProvider, "entity_id">): string => `${ISSUER_PREFIX}${entity_id}`;
export const isSamlIssuer = (issuer: string): boolean => issuer.startsWith(ISSUER_PREFIX);

export function samlClient(provider: SamlProvider, { entity_id, acs_url }: ServiceProvider, request_id?: string): SAML {
  return new SAML({
    ...{ issuer: entity_id, callbackUrl: acs_url, audience: entity_id },
    ...{ entryPoint: provider.sign_in_url, idpIssuer: provider.entity_id, idpCert: [...provider.certificates] },
    ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: false },
    // The request is bound to the browser's cookie, which every node can read.
    validateInResponseTo: ValidateInResponseTo.never,
    ...{ acceptedClockSkewMs: limits.provider_clock_skew_s * SECOND_MS },
    maxAssertionAgeMs: limits.saml_assertion_minutes * MINUTE_MS,
    ...{ identifierFormat: null, disableRequestedAuthnContext: true },
    ...(request_id === undefined ? {} : { generateUniqueId: () => request_id }),
  });
}

/** What the provider needs to know about Fanfare. */
export function serviceMetadata({ entity_id, acs_url }: ServiceProvider): string {
  return generateServiceProviderMetadata({ issuer: entity_id, callbackUrl: acs_url, wantAssertionsSigned: true });
}

/**
 * Verifies a SAML response: the assertion's signature with one of the provider's certificates, issuer, audience,
 * recipient, and times. Everything that is used comes from the signed assertion. The caller checks the request and that
 * the assertion is new.
 *
 * @throws ProblemError `saml_…` or `provider_refused`.
 */
export async function verifyResponse(
  { clock }: { readonly clock: Pick<Clock, "now"> },
  provider: SamlProvider,
  service: ServiceProvider,
  response: string,
): Promise<VerifiedAssertion> {
  const xml = decodeResponse(response);
  assertPlausible(xml, service);
  const { profile } = await samlClient(provider, service)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch((error: unknown) => {
      throw verificationProblem(error);
    });
  const parsed = assertionSchema.safeParse(profile?.getAssertion?.());
  if (!parsed.success) throw invalid(`the assertion is incomplete at ${parsed.error.issues[0]?.path.join("/")}`);
  return readAssertion(clock.now(), provider, service, parsed.data.Assertion);
}

function decodeResponse(response: string): string {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(response)) throw invalid("the response isn't base64");
  return Buffer.from(response, "base64").toString("utf8");
}

const ALGORITHMS: ReadonlySet<string> = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

/** Refuses what no provider sends before its signature is checked. */
function assertPlausible(xml: string, { acs_url }: ServiceProvider): void {
  const root = parseXml(xml);
  if (root === undefined) throw invalid("the XML is malformed, or has a DOCTYPE, comments, or CDATA");
  if (root.localName !== "Response" || root.namespaceURI !== NAMESPACES.protocol)
    throw invalid("the root is no Response");
  if (elementsOf(root, "assertion", "EncryptedAssertion").length > 0) {
    throw invalid("the assertion is encrypted. Turn off encryption at the provider: TLS protects it");
  }
  if (elementsOf(root, "assertion", "Assertion").length > 1) throw invalid("it has more than one assertion");
  const named = ["SignatureMethod", "DigestMethod"].flatMap((name) => elementsOf(root, "signature", name));
  if (named.some((each) => !ALGORITHMS.has(each.getAttribute("Algorithm") ?? ""))) {
    throw new ProblemError(
      "saml_signature_invalid",
      "The response is signed with a weak algorithm. Use RSA with SHA-256.",
    );
  }
  const destination = root.getAttribute("Destination");
  if (destination !== null && destination !== "" && destination !== acs_url) throw otherRecipient(destination, acs_url);
}

const one = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema]);
const text = z.looseObject({ _: z.string() });
const confirmationSchema = z.looseObject({
  $: z.looseObject({ Method: z.string() }),
  SubjectConfirmationData: one(
    z.looseObject({
      $: z.looseObject({ Recipient: z.string(), NotOnOrAfter: z.string(), InResponseTo: z.string().optional() }),
    }),
  ),
});
/** As node-saml parses it: lists of children, text in `_`, attributes in `$`. */
const assertionSchema = z.looseObject({
  Assertion: z.looseObject({
    $: z.looseObject({ ID: z.string().min(1), IssueInstant: z.string() }),
    Issuer: one(text),
    Subject: one(
      z.looseObject({
        NameID: one(z.looseObject({ _: z.string(), $: z.looseObject({ Format: z.string().optional() }).optional() })),
        SubjectConfirmation: z.array(z.unknown()).min(1),
      }),
    ),
    AuthnStatement: z
      .array(
        z.looseObject({
          $: z.looseObject({ SessionIndex: z.string().optional() }),
          AuthnContext: one(z.looseObject({ AuthnContextClassRef: one(text).optional() })),
        }),
      )
      .min(1),
    AttributeStatement: z
      .array(
        z.looseObject({
          Attribute: z
            .array(
              z.looseObject({
                $: z.looseObject({ Name: z.string() }),
                AttributeValue: z.array(z.looseObject({ _: z.string().optional() })).optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  }),
});
type Assertion = z.output<typeof assertionSchema>["Assertion"];

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const NAME_IS_EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

function readAssertion(
  now_ms: number,
  provider: SamlProvider,
  { acs_url }: ServiceProvider,
  assertion: Assertion,
): VerifiedAssertion {
  const [{ _: issuer }] = assertion.Issuer;
  if (issuer !== provider.entity_id) throw invalid("another provider issued the assertion");
  const [{ NameID, SubjectConfirmation }] = assertion.Subject;
  const { request_id, expires_at } = bearerOf(SubjectConfirmation, acs_url, now_ms);
  const [{ _: subject, $: { Format: format } = {} }] = NameID;
  if (format === TRANSIENT) {
    throw invalid("the NameID is transient. Choose the format persistent or emailAddress at the provider");
  }
  if (!isProviderName(subject)) throw invalid("the NameID is invalid");
  return {
    claims: { issuer: samlIssuer(provider), subject, ...personIn(assertion, format === NAME_IS_EMAIL ? subject : "") },
    id_hash: createHash("sha256").update(`${issuer} ${assertion.$.ID}`).digest("hex"),
    expires_at,
    request_id,
  };
}

/** The confirmation that lets a bearer present the assertion here and now. node-saml doesn't check its recipient. */
function bearerOf(
  confirmations: readonly unknown[],
  acs_url: string,
  now_ms: number,
): { readonly request_id: string | undefined; readonly expires_at: number } {
  const bearers = confirmations
    .flatMap((each) => confirmationSchema.safeParse(each).data ?? [])
    .filter(({ $: { Method } }) => Method === BEARER)
    .map(({ SubjectConfirmationData: [{ $: data }] }) => data);
  const [first] = bearers;
  if (first === undefined) throw invalid("it has no bearer confirmation with a recipient and an expiry");
  const here = bearers.filter(({ Recipient }) => Recipient === acs_url);
  if (here.length === 0) throw otherRecipient(first.Recipient, acs_url);
  const skew_ms = limits.provider_clock_skew_s * SECOND_MS;
  for (const { NotOnOrAfter, InResponseTo: request_id } of here) {
    const expires_at = Date.parse(NotOnOrAfter) + skew_ms;
    if (now_ms < expires_at) return { request_id, expires_at };
  }
  throw new ProblemError("saml_time_off", "The assertion has expired. Sign in again, or compare the clocks.");
}

const EMAILS = [
  ...["email", "mail", "emailAddress", "emailaddress", "urn:oid:0.9.2342.19200300.100.1.3"],
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
const NAMES = [
  ...["displayName", "name", "urn:oid:2.16.840.1.113730.3.1.241"],
  "http://schemas.microsoft.com/identity/claims/displayname",
];
/** Microsoft Entra ID lists the methods of a sign-in there. */
const METHODS = "http://schemas.microsoft.com/claims/authnmethodsreferences";
const TWO_FACTORS: ReadonlySet<string> = new Set([
  ...["https://refeds.org/profile/mfa", "http://schemas.microsoft.com/claims/multipleauthn"],
]);

/** The owner lists the domains that the provider vouches for, so its addresses count as verified. */
function personIn(
  { AuthnStatement, AttributeStatement }: Assertion,
  name_id_email: string,
): Omit<Claims, "issuer" | "subject"> {
  const attributes = (AttributeStatement ?? []).flatMap(({ Attribute }) => Attribute ?? []);
  const valuesOf = (name: string): readonly string[] =>
    attributes
      .filter(({ $: { Name } }) => Name === name)
      .flatMap(({ AttributeValue }) => (AttributeValue ?? []).flatMap(({ _: value }) => value?.trim() ?? []));
  const email = emailSchema.safeParse([...EMAILS.flatMap(valuesOf), name_id_email][0]);
  const name = memberNameSchema.safeParse(NAMES.flatMap(valuesOf)[0]);
  const contexts = AuthnStatement.flatMap(({ AuthnContext: [{ AuthnContextClassRef }] }) => AuthnContextClassRef ?? []);
  const methods = [...contexts.map(({ _: context }) => context), ...valuesOf(METHODS)];
  const sid = AuthnStatement[0]?.$.SessionIndex;
  return {
    email: email.success ? email.data : undefined,
    is_email_verified: email.success,
    name: name.success ? name.data : undefined,
    used_factors: methods.some((method) => TWO_FACTORS.has(method)),
    sid: isProviderName(sid) ? sid : undefined,
  };
}

function otherRecipient(named: string, acs_url: string): ProblemError {
  const host = URL.parse(named)?.host ?? "another URL";
  return new ProblemError(
    "saml_recipient_other",
    `The response is for ${host}, not for ${acs_url}. Enter the ACS URL at the provider.`,
  );
}

function invalid(reason: string): ProblemError {
  return new ProblemError("saml_response_invalid", `The SAML response isn't accepted: ${reason}.`);
}

/** What node-saml's errors mean. Its version is pinned. Their text can repeat the response, so it isn't passed on. */
const MEANINGS: readonly (readonly [RegExp, ProblemCode, string])[] = [
  [
    /audience/i,
    "saml_audience_other",
    "The assertion is for another audience. Enter Fanfare's entity ID at the provider.",
  ],
  [
    /expired|not yet valid|too old/i,
    "saml_time_off",
    "The assertion has expired or isn't valid yet. Compare the clocks of provider and server.",
  ],
  [
    /signature|digest|reference|cert/i,
    "saml_signature_invalid",
    "The assertion isn't signed with a known certificate. Add the provider's current one to the settings.",
  ],
];

function verificationProblem(error: unknown): ProblemError {
  if (error instanceof SamlStatusError) {
    return new ProblemError(
      "provider_refused",
      "The identity provider refused the sign-in. Contact its administrator.",
    );
  }
  const message = error instanceof Error ? error.message : "";
  const [, code, meaning] = MEANINGS.find(([pattern]) => pattern.test(message)) ?? [];
  return code === undefined || meaning === undefined ? invalid("it can't be read") : new ProblemError(code, meaning);
}
