/** Contents: how they are written, for whom, and how often. The units are in the names. */
export const contentLimits = {
  /** Content */
  slug_chars_max: 80,
  /** Where a content may be named by its id or its slug, or a tag be named. */
  content_ref_chars_max: 120,
  /** Contents that a page shows however often they were seen. */
  again_contents_max: 10,
  content_name_chars_max: 120,
  steps_max: 50,
  step_title_chars_max: 120,
  step_text_chars_max: 4_000,
  step_blocks_max: 20,
  /** Runs of bold, italic and linked text in a paragraph; items of a list, and such runs in each. */
  paragraph_spans_max: 100,
  list_items_max: 20,
  list_item_spans_max: 20,
  picture_alt_chars_max: 300,
  /** What a page calls what it does. */
  action_name_chars_max: 64,
  button_label_chars_max: 40,
  /** Translations: languages of a content, texts of each, and the name of a text. */
  locales_max: 50,
  /** The tag of a language (BCP 47). */
  language_chars_max: 35,
  texts_max: 2_000,
  text_key_chars_max: 200,
  /** A file of translations that comes back: its size, the longest row, and how many refused rows are named. */
  translation_file_bytes_max: 4 * 1024 * 1024,
  /** The same in JSON, where a line end takes two characters. */
  translation_body_bytes_max: 8 * 1024 * 1024,
  translation_row_chars_max: 32 * 1024,
  translation_refusals_max: 100,
  /** Rows of such a file that the console sends at a time, so that it can say how far it is; a content with more stays whole. */
  translation_rows_per_call: 500,
  /** Drafts that a look at all translations reads at a time, and contents that it looks at. */
  translation_drafts_per_read: 100,
  translation_contents_max: 5_000,
  step_buttons_max: 4,
  step_advances_max: 5,
  step_highlights_max: 5,
  scroll_margin_px_max: 400,
  /** A step that goes on by itself leaves time to read (WCAG 2.2.1), and can be held. */
  advance_delay_ms_min: 5_000,
  advance_delay_ms_max: 600_000,
  /** How long a step waits for the host action that prepares the page for it. */
  prepare_ms_max: 5_000,
  /** Slides of a carousel, tabs of a dialog. */
  panels_max: 10,
  /** Hints beside each other in one page. */
  inline_contents_max: 10,
  tasks_max: 20,
  /** How often a move of a checklist is tried that others come before: as often as it has tasks, and its end. */
  checklist_moves_max: 21,
  questions_max: 10,
  choice_options_max: 20,
  rating_scale_max: 10,
  /** What a person writes for an answer. */
  survey_text_chars_max: 2_000,
  celebration_colors_max: 12,
  /** Of one person, where no cap group speaks of celebrations. */
  celebrations_per_day_max: 5,
  /** What was reached longer ago than this is not celebrated any more. */
  occasion_due_hours: 72,
  target_strategies_max: 8,
  target_value_chars_max: 1_000,
  step_wait_ms_default: 8_000,
  step_wait_ms_max: 60_000,
  url_patterns_max: 20,
  url_pattern_chars_max: 500,
  /** Of a draft as JSON, translations included: less than a body may have, so that its editor can save it. */
  edition_bytes_max: 512_000,
  /** Of a file that `serve --import` reads. */
  content_file_contents_max: 500,
  tags_max: 20,
  tag_chars_max: 40,
  start_delay_ms_max: 300_000,
  cooldown_hours_max: 8_760,
  holdout_percent_max: 50,
  variant_name_chars_max: 40,
  experiment_seed_chars_max: 32,

  /** Rules of audiences and segments */
  rule_depth_max: 6,
  rule_nodes_max: 50,
  rule_values_max: 50,
  rule_days_max: 3_650,
  rule_event_times_max: 1_000_000,
  /** Decisions: of one boot in so many, by the person and the day, all are logged; of watched people always. */
  time_zone_chars_max: 64,
  /** A debug link opens its panel for so long. */
  debug_link_minutes: 15,
  decision_log_sample: 100,
  decision_log_days: 30,
  decision_log_bytes_max: 256 * 1024,
  /** Calls for somebody who was erased are refused for so long. */
  erasure_days: 30,
  /** Lists of people: what is counted one by one, how many are looked at to estimate more, and to fill a page of a segment. */
  people_counted_max: 10_000,
  people_sampled: 2_000,
  /** A sample of more is not kept for the next count; so many rules' estimates are kept for a minute. */
  people_sample_chars_max: 8 * 1024 * 1024,
  people_estimates_kept_max: 500,
  people_scanned_max: 20_000,
  people_scan_step: 500,
  people_columns_max: 6,
  /** Import: people of one call, and of one transaction of a file. */
  people_import_batch_max: 200,
  /** A file comes in parts; a row is a line, or several with a field in quotes. */
  people_import_bytes_max: 200 * 1024 * 1024,
  people_import_part_chars_max: 100_000,
  people_import_rows_max: 1_000_000,
  people_import_columns_max: 250,
  people_import_row_chars_max: 64 * 1024,
  people_import_cell_chars_max: 4_096,
  people_import_file_name_chars_max: 200,
  people_import_sample_rows: 10,
  /** Rows that one call of a check looks at. */
  people_import_checked_rows: 10_000,
  /** Files of an app that wait to be begun, what waits no longer, and how long it is told what became of one. */
  people_imports_waiting_max: 5,
  people_import_waiting_hours: 24,
  people_import_kept_days: 7,
  people_imports_listed_max: 20,
  /** Rows that are kept to be mended; those beyond are counted. */
  people_import_refused_kept_max: 100_000,
  people_import_refused_per_read: 1_000,
  people_import_refused_shown: 5,
  /** Batches of rows that are forgotten at once. */
  people_import_forgotten_at_once: 20,
  people_import_retry_ms: 1_000,
  people_import_retry_ms_max: 30_000,
  segments_max: 500,
  segment_name_chars_max: 80,
  segment_samples_max: 10,
  cap_groups_max: 20,
  cap_runs_max: 1_000,
  /** Runs of one person that are looked at for their cap groups. */
  cap_runs_read_max: 2_000,

  /** Themes: how round, how dim */
  themes_max: 50,
  theme_name_chars_max: 80,
  theme_radius_px_max: 28,
  theme_backdrop_percent_min: 20,
  theme_backdrop_percent_max: 90,
  theme_fonts_max: 6,

  /** Suppression: "Do not show again" */
  suppression_days_default: 365,
  suppression_days_max: 3_650,
  /** "Remind me later": 30 days. */
  snooze_hours_max: 720,
  suppressions_per_person_max: 500,
} as const;
