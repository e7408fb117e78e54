/** People, what they do, and what is said to them and measured. The units are in the names. */
export const peopleLimits = {
  /** Identity */
  identity_token_chars_max: 4_096,
  identity_clock_skew_s: 30,
  identity_groups_max: 50,
  external_id_bytes_max: 200,
  /** An external id, or the name of somebody anonymous. */
  person_name_chars_max: 300,
  /** What a person's page or file says of their language. */
  locale_chars_max: 40,
  attributes_max: 200,
  attribute_key_chars_max: 64,
  attribute_text_chars_max: 1_024,
  attribute_list_max: 100,
  attributes_bytes_max: 32 * 1024,
  /** Different attributes of people, groups and memberships each, of one app. */
  attribute_definitions_max: 2_000,
  anonymous_token_days: 400,
  anonymous_token_renewal_days: 30,
  anonymous_cookie_apps_max: 8,
  person_seen_resolution_ms: 15 * 60 * 1_000,
  person_write_attempts_max: 16,

  app_secrets_live_max: 2,
  /** When secrets were used last is written once in so long. */
  secret_use_note_ms: 60_000,
  erase_step_rows_max: 100,

  /** Events and runs */
  events_per_request_max: 500,
  event_props_bytes_max: 8 * 1024,
  outbox_events_max: 10_000,
  outbox_batch_bytes_max: 60 * 1024,
  /** Calls by which a page that is left says the rest; browsers take 64 KiB of such bodies in all. */
  leaving_calls_max: 16,

  /** Live updates */
  live_update_bytes_max: 8 * 1024,
  /** What is no larger travels in the signal to pages that are open. */
  live_update_inline_bytes_max: 4 * 1024,
  live_update_people_max: 1_000,
  live_update_segment_people_max: 50_000,
  live_update_name_chars_max: 64,
  live_update_ttl_s_min: 5,
  live_update_ttl_s: 24 * 60 * 60,
  live_update_ttl_s_max: 30 * 24 * 60 * 60,
  live_updates_per_second_max: 100,
  live_updates_burst_max: 200,
  /** What a page is given at once; the rest comes with its next question. */
  live_updates_per_pull_max: 50,
  /** A page that took what only one device shows and then says nothing keeps it from the others this long. */
  live_update_claim_ms: 60_000,
  live_update_counts_interval_ms: 1_000,
  live_update_targets_forgotten_at_once: 1_000,
  /** Ids that a browser profile remembers so as to show nothing twice. */
  shown_messages_kept_max: 500,
  live_update_group_pages_max: 100_000,
  /** The newest so many announcements and so many live updates can be read again. */
  feed_items_max: 50,
  /** Toasts of one page that nothing else keeps, and that can be read again while it is open. */
  passed_toasts_kept_max: 50,
  notice_title_chars_max: 120,
  notice_text_chars_max: 1_000,
  notice_action_chars_max: 40,

  /** What the console sees of an app while it looks: events in each interval, beyond which they are only counted. */
  tail_interval_ms: 500,
  tail_events_per_interval_max: 25,
  tail_data_chars_max: 4_000,
  /** Events that the console keeps of what it heard. */
  tail_events_kept_max: 500,
  pulse_interval_ms: 1_000,
  channel_members_shown_max: 200,

  /** Measure: below this nothing is said of an experiment */
  experiment_people_min: 100,
  experiment_reached_min: 20,
  goals_per_app_max: 100,
  goal_name_chars_max: 80,
  goal_props_max: 10,
  goal_window_days_max: 90,
  analytics_days_max: 400,
  /** So many runs of a content, the latest, are looked at to say what became of it with the people of a segment. */
  segment_funnel_runs_max: 20_000,
  /** Names that an author of rules chooses from. */
  event_names_listed_max: 200,
  event_names_days: 90,
  /** Of so many views of a step, one in ten without its target is told. */
  target_alert_views_min: 20,
  target_alert_share: 0.1,
  /** Targets are looked at for so many days back, today among them. */
  target_alert_days: 7,
  /** Two weeks, today among them. */
  overview_days: 14,
  overview_names_max: 5,
  events_kept_days: 400,
  events_forgotten_at_once: 2_000,
  /** After the start, when it has other things to do; and from then on. */
  /** What was deleted can be brought back for so long: goals, segments, themes, webhooks. */
  deleted_kept_days: 30,
  retention_first_ms: 60_000,
  retention_interval_ms: 6 * 60 * 60 * 1_000,
  export_rows_per_read: 1_000,
} as const;
