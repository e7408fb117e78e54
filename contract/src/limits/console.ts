/** The console, its accounts, and the store. The units are in the names. */
export const consoleLimits = {
  /** Console */
  page_size_default: 50,
  page_size_max: 200,
  /** A list that is read by scrolling ends here: whoever wants more narrows it, or takes it as a file. */
  list_rows_max: 10_000,
  /** What a menu of choices says of how many rows each leaves: so many rows are counted, and so many choices told. */
  facet_rows_counted_max: 10_000,
  facet_choices_max: 200,
  /** Rows of a list with which the same is done at once. */
  selected_max: 200,
  /** The place where a page ended, an id, and what is typed into a search. */
  cursor_chars_max: 400,
  id_chars_max: 80,
  search_chars_max: 200,
  /** Parts of a list without a row, one after the other, before it waits to be asked for more. */
  list_empty_parts_max: 5,
  /** Up to so many rows all stand in the document, where the browser's own search finds them. */
  list_whole_rows_max: 100,
  /** Tags of contents that are offered to narrow their list. */
  tags_listed_max: 200,
  member_name_chars_max: 80,
  /** RFC 5321, 4.5.3.1.3, without the brackets; of hosts RFC 1035, 2.3.4, without the last dot. */
  email_chars_max: 254,
  host_chars_max: 253,
  one_time_token_chars_max: 200,
  /** Of the authenticator, or a recovery code. */
  second_factor_code_chars_max: 40,
  password_chars_min: 10,
  password_chars_max: 1_024,
  password_hashes_at_once_max: 2,
  password_hash_queue_max: 20,
  /** For one account from one address, for an account from anywhere, and from one address for any account. */
  sign_in_attempts_per_10_min_max: 10,
  sign_in_attempts_per_account_per_10_min_max: 300,
  sign_in_attempts_per_address_per_10_min_max: 100,
  sign_in_names_remembered_max: 10_000,
  sign_in_touch_s: 60,
  sign_in_idle_hours_max: 8,
  sign_in_absolute_days_max: 30,
  setup_link_minutes: 30,
  invite_days: 7,
  reset_link_hours: 24,
  /** Links to a new password that whoever forgot it may ask for: for one account, and from one address. */
  reset_asks_per_account_per_hour_max: 3,
  reset_asks_per_address_per_hour_max: 20,
  /** Each of reaching the mail server, its greeting, and its next word. */
  mail_step_timeout_ms: 10_000,
  /** Of what a mail server says when it does not take a letter. */
  mail_error_chars_max: 300,
  mail_user_chars_max: 320,
  mail_from_name_chars_max: 80,
  /** Single sign-on: what is asked of the provider, and how long somebody may take there. */
  provider_url_chars_max: 500,
  provider_name_chars_max: 40,
  provider_client_id_chars_max: 300,
  provider_domains_max: 50,
  provider_timeout_ms: 8_000,
  provider_answer_bytes_max: 256 * 1024,
  provider_answer_head_bytes_max: 32 * 1024,
  provider_flow_minutes: 10,
  /** How long what the provider says of itself is believed. */
  provider_discovery_minutes: 5,
  /** Ways to the provider and back that one address may begin and end. */
  provider_calls_per_address_per_10_min_max: 200,
  provider_subject_chars_max: 255,
  /** Of a provider's clock against this one. */
  provider_clock_skew_s: 30,
  /** ID tokens that are longer are not kept: as a hint they go into an address. */
  provider_id_token_chars_max: 4_000,
  provider_logout_body_bytes_max: 16 * 1024,
  /** How long after it was made a logout token is heard. */
  provider_logout_token_minutes: 10,
  /** How long the provider's keys are believed when it ends sessions: it may say so of thousands in a row. */
  provider_keys_kept_s: 10,
  recovery_codes: 10,
  backups_shown_max: 50,
  audit_seal_rows_max: 200,
  audit_verify_rows: 1_000,
  audit_export_page_rows: 500,
  token_name_chars_max: 80,
  token_scopes_max: 40,
  token_days_max: 3_650,
  autosave_delay_ms: 800,
  autosave_retry_ms: 5_000,
  autosave_retry_ms_max: 60_000,
  search_delay_ms: 250,
  /** A call whose answer was lost is the same deed for so long when it is made again; none is under way for longer than a minute. */
  deed_lost_minutes_max: 30,
  deeds_lost_max: 20,
  deed_s_max: 60,
  skeleton_delay_ms: 200,
  toast_ms: 6_000,

  /** Storage: one group commit takes what arrived within the window */
  group_commit_window_ms: 5,
  group_commit_rows_max: 100,
  write_queue_batches_max: 10_000,
  store_deadline_ms: 5_000,
  migration_deadline_ms: 30 * 60_000,
  /** SQLite shortens its write-ahead log to this after a checkpoint. */
  wal_bytes_max: 64 * 1024 * 1024,
  postgres_readers_max: 8,
  postgres_connect_s_max: 5,
  deadlock_retries_max: 3,
  group_lock_wait_ms: 100,
} as const;
