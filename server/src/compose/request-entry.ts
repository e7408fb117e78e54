import type { Gateway } from "../gateway/gateway.ts";
import type { BunSocketData } from "../gateway/transport/bun-socket.ts";
import { errorResponse } from "../http/middleware/problem.ts";
import { addSecurityHeaders } from "../http/middleware/security-headers.ts";
import { clientAddresses } from "../http/request/client-address.ts";
import { encryptionDetector } from "../http/request/encryption.ts";
import { networkOf } from "../http/request/token-buckets.ts";
import { NO_PROXIES, parseTrustedProxies } from "../http/request/trusted-proxies.ts";
import type { Log } from "../lib/log.ts";
import type { WebApp } from "./web-app.ts";

type Answer = Promise<Response | undefined> | Response | undefined;

/** Entry point of requests, with the client address and encryption of their connection. */
export interface RequestEntry {
  readonly addressOf: (request: Request) => string;
  readonly networkOf: (request: Request) => string;
  readonly isEncrypted: (request: Request) => boolean;
  /** Tries publish calls first, then the gateway's connections, then the web app. */
  answer(app: WebApp, gateway: Gateway, request: Request, server: Bun.Server<BunSocketData>): Answer;
}

export function createRequestEntry({
  public_url,
  trusted_proxies,
  log,
}: {
  readonly public_url: string;
  /** As in the configuration, which is checked. */
  readonly trusted_proxies: string;
  readonly log: Log;
}): RequestEntry {
  const proxies = parseTrustedProxies(trusted_proxies) ?? NO_PROXIES;
  const addresses = clientAddresses(proxies);
  /** Server of the latest request. At most one listens without TLS, and it gets all plain HTTP requests. */
  let newest: Bun.Server<BunSocketData> | undefined;
  const withHeaders = (response: Response | undefined): Response | undefined =>
    response === undefined ? undefined : addSecurityHeaders(response, "/app/", public_url);
  return {
    addressOf: addresses.of,
    networkOf: (request) => networkOf(addresses.of(request)),
    isEncrypted: encryptionDetector({ public_url, proxies, peerOf: (request) => newest?.requestIP(request)?.address }),
    answer(app, gateway, request, server) {
      try {
        newest = server;
        const published = app.publish(request);
        if (published !== undefined) return published;
        addresses.record(request, server.requestIP(request)?.address);
        const taken = gateway.answer(request, server);
        if (taken === "not_mine") return app.fetch(request);
        if (taken instanceof Promise) return taken.then(withHeaders, (error) => errorResponse(error, request, log));
        return withHeaders(taken);
      } catch (error) {
        return errorResponse(error, request, log);
      }
    },
  };
}
