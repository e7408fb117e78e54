export const peopleLimits = {
  identity_token_chars_max: 4_096,
  identity_clock_skew_s: 30,
  /** Verified tokens that the server remembers per app. */
  identity_tokens_known_max: 2_000,
  identity_groups_max: 50,
  external_id_bytes_max: 200,
  /** External ID, or the name of an anonymous visitor. */
  person_name_chars_max: 300,
  locale_chars_max: 40,
  attributes_max: 200,
  attribute_key_chars_max: 64,
  attribute_text_chars_max: 1_024,
  attribute_list_max: 100,
  attributes_bytes_max: 32 * 1024,
  /** Distinct attributes per app: of people, of groups, and of memberships, each. */
  attribute_definitions_max: 2_000,
  anonymous_token_days: 400,
  anonymous_token_renewal_days: 30,
  anonymous_cookie_apps_max: 8,
  person_seen_resolution_ms: 15 * 60 * 1_000,
  person_write_attempts_max: 16,

  app_secrets_live_max: 2,
  /** Interval for storing when secrets were last used. */
  secret_use_note_ms: 60_000,
  erase_step_rows_max: 100,

  events_per_request_max: 500,
  event_props_bytes_max: 8 * 1024,
  /** Segment-compatible intake: Segment's own limits for a call and a batch. */
  segment_call_bytes_max: 32 * 1024,
  segment_batch_bytes_max: 512 * 1024,
  segment_batch_calls_max: 500,
  /** Calls of a page's batch that count as one request, so that the largest batch is half of a burst. */
  segment_page_calls_per_request: 5,
  segment_id_chars_max: 200,
  outbox_events_max: 10_000,
  outbox_batch_bytes_max: 60 * 1024,
  /** Requests to flush the outbox when a page is closed. Browsers allow 64 KiB in total for such bodies. */
  leaving_calls_max: 16,

  live_update_bytes_max: 8 * 1024,
  /** Up to this size, live updates are included in the signal to open pages. */
  live_update_inline_bytes_max: 4 * 1024,
  live_update_people_max: 1_000,
  live_update_segment_people_max: 50_000,
  /** Unreachable people named while composing a message. */
  live_update_reach_examples_max: 5,
  live_update_name_chars_max: 64,
  live_update_ttl_s_min: 5,
  live_update_ttl_s: 24 * 60 * 60,
  live_update_ttl_s_max: 30 * 24 * 60 * 60,
  live_update_schedule_days_max: 365,
  /** Live updates of an app that are scheduled, or wait for people's local times or quiet hours. */
  live_updates_timed_max: 50,
  live_update_schedule_interval_ms: 5_000,
  live_update_schedule_batch: 100,
  live_updates_per_second_max: 100,
  live_updates_burst_max: 200,
  /** Live updates per response. The rest follows with the next request. */
  live_updates_per_pull_max: 50,
  /** A page that claimed a one-device live update but doesn't report back blocks other devices this long. */
  live_update_claim_ms: 60_000,
  live_update_counts_interval_ms: 1_000,
  live_update_targets_forgotten_at_once: 1_000,
  /** IDs stored per browser profile to avoid showing a message twice. */
  shown_messages_kept_max: 500,
  live_update_group_pages_max: 100_000,
  /** People with a stored membership whose open pages learn of a group's progress immediately. */
  group_progress_signals_max: 1_000,
  /** Email to people who haven't seen a live update, in hours after they could have. */
  message_email_hours_min: 1,
  message_email_hours_max: 7 * 24,
  message_email_hours_default: 4,
  message_email_interval_ms: 5_000,
  /** Together with the interval, 10 emails per second. */
  message_emails_per_run_max: 50,
  /** Queued emails of one live update. Its further recipients are queued as these are sent. */
  message_emails_pending_max: 1_000,
  message_emails_queued_at_once: 500,
  message_email_attempts_max: 5,
  /** Pause after a failed attempt. Doubles with each one. */
  message_email_retry_ms: 5 * 60 * 1_000,
  /** A run ends after this many failures in a row. */
  message_email_failures_in_a_row_max: 3,
  /** An email that is being sent for longer was interrupted. */
  message_email_claim_ms: 10 * 60 * 1_000,
  /** Newest live updates whose emails are explained for a person. */
  message_emails_explained_max: 20,
  /** Notification to people who haven't seen a live update, in minutes after they could have. 0: immediately. */
  message_push_minutes_max: 7 * 24 * 60,
  message_push_interval_ms: 2_000,
  message_pushes_per_run_max: 200,
  /** People whose notifications are sent at the same time. */
  message_pushes_at_once: 10,
  /** Queued notifications of one live update. Its further recipients are queued as these are sent. */
  message_pushes_pending_max: 2_000,
  message_pushes_queued_at_once: 500,
  message_push_attempts_max: 5,
  /** Pause after a failed attempt. Doubles with each one. A push service can ask for a longer one. */
  message_push_retry_ms: 60 * 1_000,
  /** A notification that is being sent for longer was interrupted. */
  message_push_claim_ms: 10 * 60 * 1_000,
  /** Newest live updates whose notifications are explained for a person. */
  message_pushes_explained_max: 20,
  /** A push service accepts messages of 4,096 bytes, of which encryption needs 103 (RFC 8291). */
  push_payload_bytes_max: 3_993,
  /** Link in a notification, as JSON in UTF-8. */
  push_link_bytes_max: 2_000,
  /** Longest time that push services keep a notification for a browser that is offline. */
  push_ttl_s_max: 28 * 24 * 60 * 60,
  /** Validity of the signature of one request to a push service. RFC 8292 allows 24 hours. */
  push_signature_s: 12 * 60 * 60,
  /** Subscribed browsers of a person. A new one replaces the oldest. */
  push_subscriptions_max: 10,
  push_key_chars_max: 128,
  /** Pages to unsubscribe per client address. */
  email_pages_per_second_max: 5,
  email_pages_burst_max: 60,
  /** The newest announcements and live updates in the feed, this many of each. */
  feed_items_max: 50,
  /** Toast history of a page. It's kept in memory only. */
  passed_toasts_kept_max: 50,
  notice_title_chars_max: 120,
  notice_text_chars_max: 1_000,
  notice_action_chars_max: 40,

  /** Event tail in the console: events shown per interval. Further events are only counted. */
  tail_interval_ms: 500,
  tail_events_per_interval_max: 25,
  tail_data_chars_max: 4_000,
  tail_events_kept_max: 500,
  pulse_interval_ms: 1_000,
  channel_members_shown_max: 200,

  /** Minimum sample sizes for experiment results. */
  experiment_people_min: 100,
  experiment_reached_min: 20,
  goals_per_app_max: 100,
  /** Every page of the app gets the live ones. */
  trackers_per_app_max: 50,
  tracker_visible_s_max: 60,
  /** Days over which a tracker's events are counted in lists, including today. */
  tracker_events_days: 7,
  goal_name_chars_max: 80,
  /** Content listed in the report of a goal. */
  goal_contents_max: 50,
  goal_window_days_max: 90,
  analytics_days_max: 400,
  /** Longer periods are counted by week. */
  trend_days_max: 92,
  /** Days whose answers make a survey's score at a point in time. */
  score_days: 30,
  /** Items of content whose results one request counts. Their IDs fit into a URL. */
  results_contents_max: 100,
  /** Latest runs of an item that its funnel for a segment includes. */
  segment_funnel_runs_max: 20_000,
  dashboards_per_app_max: 20,
  dashboard_charts_max: 12,
  dashboard_name_chars_max: 80,
  /** Scheduled emails of a dashboard. */
  dashboard_emails_max: 10,
  dashboard_email_recipients_max: 20,
  /** Every month has this day. */
  dashboard_email_month_day_max: 28,
  dashboard_email_interval_ms: 60_000,
  /** Emails per look for those that are due. */
  dashboard_email_batch: 20,
  /** Pause after an attempt that failed, and attempts per time. */
  dashboard_email_retry_ms: 900_000,
  dashboard_email_attempts_max: 8,
  /** Links of a dashboard that haven't expired. */
  dashboard_links_max: 20,
  /** Pages of shared dashboards per network. Each reads all of its reports. */
  dashboard_pages_per_second_max: 1,
  dashboard_pages_burst_max: 30,
  event_funnel_steps_min: 2,
  event_funnel_steps_max: 8,
  /** From the first step to the last. */
  event_funnel_days_max: 90,
  /** Latest entries that a funnel between events, a retention report, and cohorts include. */
  report_entries_max: 100_000,
  /** Entries per read of these reports. Other requests run in between. */
  report_entries_per_read: 5_000,
  /** People listed per step of a funnel between events. */
  event_funnel_people_max: 200,
  /** Weeks after a first time, with the week that begins with it. */
  retention_weeks: 13,
  event_names_listed_max: 200,
  event_names_days: 90,
  /** Alert if at least this share of a step's views lacks its target, from this many views on. */
  target_alert_views_min: 20,
  target_alert_share: 0.05,
  /** Including today. */
  target_alert_days: 7,
  /** How long views of steps that failed are current enough for the overview. A new failure is counted immediately. */
  failing_steps_ms: 60_000,
  failing_contents_kept_max: 500,
  /** Alert if the share of completed views fell to this part of what it was, from this many views in both periods on. */
  completion_alert_share: 0.5,
  completion_alert_views_min: 50,
  /** Full days (UTC) that are compared with those before them. */
  completion_alert_days: 7,
  completion_alert_earlier_days: 28,
  alerts_first_ms: 60_000,
  alerts_interval_ms: 10 * 60 * 1_000,
  /** An alert is resolved when its problem hasn't been found for this long. */
  alert_healthy_ms: 60 * 60 * 1_000,
  alerts_kept_days: 90,
  /** An email that the mail server refuses is sent again at the next checks, this many times. */
  alert_email_attempts_max: 10,
  unsubscribe_token_chars_max: 400,
  summary_contents_max: 5,
  summary_goals_max: 5,
  summary_answers_max: 3,
  summary_answer_chars_max: 200,
  /** Including today. */
  overview_days: 14,
  overview_names_max: 5,
  events_kept_days: 400,
  events_forgotten_at_once: 2_000,
  /** How long deleted goals, trackers, segments, themes, and webhooks can be restored. */
  deleted_kept_days: 30,
  retention_first_ms: 60_000,
  retention_interval_ms: 6 * 60 * 60 * 1_000,
  export_rows_per_read: 1_000,
} as const;
