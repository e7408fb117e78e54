export const hubLimits = {
  /** Calls of one connection queued behind an earlier one. */
  hub_calls_waiting_max: 100,
  hub_sweep_ms: 5_000,
  /** From negotiation to transport, and from transport to handshake. */
  hub_handshake_s: 15,
  hub_handshake_bytes_max: 1_024,
  /** Connection tokens are part of URLs. The connections of people with very many groups must stay on their server. */
  core_ticket_chars_max: 4 * 1024,
  /** Half of the clients' server timeout, minus the delay of the sweep. */
  hub_keep_alive_s: 10,
  /** Twice the clients' own timeout: browsers throttle hidden pages. */
  hub_client_timeout_s: 60,
  hub_linger_ms: 15_000,
  /** On shutdown, how long the server waits for clients between two requests to send them the last response. */
  hub_last_request_ms: 1_000,
  hub_poll_hold_ms: 50_000,
  hub_ack_delay_ms: 1_000,
  /** Resuming more often than this within the window indicates a loop. */
  hub_resumes_per_window_max: 5,
  hub_resume_window_s: 10,
  /** Classic SignalR. `KeepAliveTimeout` sent to clients is twice this interval. */
  classic_keep_alive_ms: 10_000,
  classic_pings_unanswered_max: 3,
  classic_disconnect_timeout_s: 30,
  /** Added to the clients' own reconnect time. */
  classic_disconnect_slack_s: 5,
  classic_transport_connect_timeout_s: 5,
  /** Clients give up on a poll after this. The server responds sooner. */
  classic_connection_timeout_s: 110,
  /** Replay buffer of sent messages for reconnecting clients. */
  classic_ring_messages_max: 1_000,
  classic_ring_bytes_max: 256 * 1024,
  /** Above this, channels that the session has left are removed. */
  classic_forgotten_channels_max: 200,
  classic_connection_data_chars_max: 1_000,
  classic_state_chars_max: 4_096,
  classic_call_id_chars_max: 40,
  classic_token_chars_max: 8 * 1024,
  /** Channel list of a connection before signing: it's sent in URLs. */
  classic_groups_bytes_max: 2 * 1024,
  /** Last received position per channel with history: room for about 30 channels. Also sent in URLs. */
  classic_positions_max: 40,
  classic_positions_chars_max: 800,
  /** A client that reads no envelope for this long gets the result in the response of its request. */
  classic_reply_wait_ms: 1_000,
  /** Older tokens can't reopen a connection that the server no longer has. */
  classic_token_hours_max: 24,
  /** Remembered closed connections, whose clients are informed when they reconnect. */
  classic_ended_max: 1_000,
  /** Per connection. */
  classic_requests_per_second_max: 50,
  classic_requests_burst_max: 200,
} as const;
