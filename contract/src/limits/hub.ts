/** The numbers of limits.ts that bound the two generations of SignalR, with their units in their names. */
export const hubLimits = {
  /** Hub: calls of one connection that wait for an earlier one. */
  hub_calls_waiting_max: 100,
  hub_sweep_ms: 5_000,
  /** From the negotiation to a transport, and from there to the handshake. */
  hub_handshake_s: 15,
  hub_handshake_bytes_max: 1_024,
  /** Half of what clients wait for a sign of life, with the sweep's delay on top. */
  hub_keep_alive_s: 10,
  /** Twice what clients wait themselves: browsers slow down pages that nobody sees. */
  hub_client_timeout_s: 60,
  hub_linger_ms: 15_000,
  /** A server that stops waits so long for clients that are between two requests: the last answer tells them. */
  hub_last_request_ms: 1_000,
  hub_poll_hold_ms: 50_000,
  hub_ack_delay_ms: 1_000,
  /** A client that is resumed more often than this within the window is spinning. */
  hub_resumes_per_window_max: 5,
  hub_resume_window_s: 10,
  /** Classic SignalR. The client is told twice the pause between two keep-alives, and as many of these as it asks for. */
  classic_keep_alive_ms: 10_000,
  classic_pings_unanswered_max: 3,
  classic_disconnect_timeout_s: 30,
  /** What the server waits longer than the client tries. */
  classic_disconnect_slack_s: 5,
  classic_transport_connect_timeout_s: 5,
  /** Until which a client gives up on a poll; the server answers sooner. */
  classic_connection_timeout_s: 110,
  /** What is kept of what was sent, for a client that reconnects. */
  classic_ring_messages_max: 1_000,
  classic_ring_bytes_max: 256 * 1024,
  /** Above this, those that a session has left since are no longer remembered. */
  classic_forgotten_channels_max: 200,
  classic_connection_data_chars_max: 1_000,
  classic_state_chars_max: 4_096,
  classic_call_id_chars_max: 40,
  classic_token_chars_max: 8 * 1024,
  /** What a connection was on, before it is signed: it travels in addresses. */
  classic_groups_bytes_max: 2 * 1024,
  /** Up to where a connection has heard its channels with history: about thirty of them. It travels in addresses, too. */
  classic_positions_max: 40,
  classic_positions_chars_max: 800,
  /** A token older than this opens no connection that the server does not remember. */
  classic_token_hours_max: 24,
  /** Connections that ended for good, whose clients are told so when they come back. */
  classic_ended_max: 1_000,
  /** Requests of one connection. */
  classic_requests_per_second_max: 50,
  classic_requests_burst_max: 200,
} as const;
