import { limits } from "@fanfare/contract/limits";
import type { SamlProvider } from "@fanfare/contract/schema/accounts/saml";
import { invalidAt, readCertificate, toPem } from "./settings.ts";
import { elementsOf, NAMESPACES, parseXml } from "./xml.ts";

const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

const refused = (message: string) => invalidAt("/metadata", message);

/**
 * Reads the identity provider's metadata.
 *
 * @throws ProblemError `saml_metadata_invalid`.
 */
export function readIdpMetadata(text: string): Pick<SamlProvider, "entity_id" | "sign_in_url" | "certificates"> {
  const root = parseXml(text.trim());
  if (root === undefined)
    throw refused("This isn't SAML metadata. Paste the provider's metadata XML, without a DOCTYPE.");
  if (root.namespaceURI !== NAMESPACES.metadata) {
    throw refused("This XML isn't SAML 2.0 metadata. Download the metadata at your identity provider.");
  }
  const entities = root.localName === "EntityDescriptor" ? [root] : elementsOf(root, "metadata", "EntityDescriptor");
  const providers = entities.filter((entity) => elementsOf(entity, "metadata", "IDPSSODescriptor").length > 0);
  const [entity, ...others] = providers;
  if (entity === undefined) throw refused("The metadata has no identity provider (IDPSSODescriptor).");
  if (others.length > 0) throw refused("The metadata has several identity providers. Paste the one you use.");
  const [descriptor] = elementsOf(entity, "metadata", "IDPSSODescriptor");
  if (descriptor === undefined) throw refused("The metadata has no identity provider (IDPSSODescriptor).");
  const sign_in = elementsOf(descriptor, "metadata", "SingleSignOnService").find(
    (each) => each.getAttribute("Binding") === REDIRECT,
  );
  const sign_in_url = sign_in?.getAttribute("Location");
  if (sign_in_url === null || sign_in_url === undefined) {
    throw refused("The metadata has no SingleSignOnService with the binding HTTP-Redirect, which Fanfare uses.");
  }
  return {
    entity_id: entity.getAttribute("entityID") ?? "",
    sign_in_url,
    certificates: signingCertificates(descriptor),
  };
}

/** A key without `use` signs, too. */
function signingCertificates(descriptor: Element): string[] {
  const texts = elementsOf(descriptor, "metadata", "KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => elementsOf(key, "signature", "X509Certificate"))
    .map((each) => each.textContent ?? "");
  const certificates = [...new Set(texts.map((text) => toPem(readCertificate(text, "/metadata"))))];
  if (certificates.length === 0) throw refused("The metadata has no signing certificate.");
  if (certificates.length > limits.saml_certificates_max) {
    throw refused(
      `The metadata has more than ${limits.saml_certificates_max} signing certificates. Enter those in use.`,
    );
  }
  return certificates;
}
