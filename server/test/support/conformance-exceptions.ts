/** Checks of the protocol's conformance suite that say nothing about Fanfare, by reason. */
export const CONFORMANCE_EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "They call tools that only the suite's reference server has.": [
    ...["tools-call-audio", "tools-call-elicitation", "tools-call-embedded-resource", "tools-call-error"],
    ...["tools-call-image", "tools-call-mixed-content", "tools-call-sampling", "tools-call-simple-text"],
    ...["tools-call-with-logging", "tools-call-with-progress", "json-schema-2020-12-tool-found"],
    ...["elicitation-sep1034-general", "elicitation-sep1330-general"],
    ...["sep-2322-elicitation-incomplete", "sep-2322-ignore-unexpected-params", "sep-2322-list-roots-incomplete"],
    ...["sep-2322-missing-response-rerequests", "sep-2322-multi-round-r1", "sep-2322-multiple-inputs-incomplete"],
    ...["sep-2322-reject-tampered-state", "sep-2322-request-state-incomplete", "sep-2322-result-type-included"],
    ...["sep-2322-respect-client-capabilities", "sep-2322-sampling-incomplete"],
    ...["sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-missing-capability-http-400"],
    ...["sep-2575-server-no-log-without-loglevel", "sep-2575-server-rejects-undeclared-capability"],
    ...["sep-2575-server-sends-prompts-list-changed-on-subscription"],
    ...["sep-2575-server-sends-tools-list-changed-on-subscription"],
  ],
  "They get prompts that only the reference server has.": [
    ...["prompts-get-embedded-resource", "prompts-get-simple", "prompts-get-with-args", "prompts-get-with-image"],
    "sep-2322-non-tool-incomplete",
  ],
  "Fanfare has no resources. Content is read with tools.": [
    ...["resources-list", "resources-read-binary", "resources-read-text", "resources-templates-read"],
    ...["resources-subscribe", "resources-unsubscribe", "sep-2164-data-uri", "sep-2164-error-code"],
    ...["sep-2549-resources-list-caching-hints", "sep-2549-resources-templates-list-caching-hints"],
  ],
  "Fanfare offers no completion of arguments, and no log.": ["completion-complete", "logging-set-level"],
  "No tool takes an argument as a header of its own.": [
    ...["sep-2243-server-decode-base64", "sep-2243-server-no-xmcp-tool", "sep-2243-server-reject-invalid-param-chars"],
    ...["sep-2243-server-reject-param-mismatch", "sep-2243-server-validate-param-match"],
  ],
  "Fanfare is stateless: it has no session, and no stream to continue.": [
    ...["server-sse-multiple-streams-session", "server-sse-polling-session"],
    ...["server-sse-priming-event", "server-sse-retry-field"],
  ],
};
