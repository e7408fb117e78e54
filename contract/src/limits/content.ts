export const contentLimits = {
  slug_chars_max: 80,
  /** For fields that accept a content ID, a slug, or a tag. */
  content_ref_chars_max: 120,
  /** Content that a page shows regardless of earlier views. */
  again_contents_max: 10,
  /** Content that a person asked for on one page. */
  asked_contents_max: 10,
  content_name_chars_max: 120,
  steps_max: 50,
  step_title_chars_max: 120,
  step_text_chars_max: 4_000,
  step_blocks_max: 20,
  /** Spans (bold, italic, or linked text) per paragraph, items per list, and spans per item. */
  paragraph_spans_max: 100,
  list_items_max: 20,
  list_item_spans_max: 20,
  picture_alt_chars_max: 300,
  /** Uploaded images: the file, and the same file in base64 as JSON. */
  image_file_bytes_max: 5 * 1024 * 1024,
  image_body_bytes_max: 7 * 1024 * 1024,
  /** Decoded, a pixel takes 4 bytes of memory. */
  image_pixels_max: 24_000_000,
  /** Longer edge as stored: a card is 440 pixels wide at most, and screens have up to 3 device pixels per pixel. */
  image_edge_px_max: 1_600,
  image_stored_bytes_max: 1024 * 1024,
  image_name_chars_max: 120,
  media_title_chars_max: 200,
  captions_max: 20,
  /** Height of embedded pages. */
  embed_height_px_min: 120,
  embed_height_px_max: 900,
  embed_height_px_default: 420,
  embed_hosts_max: 100,
  embed_host_chars_max: 253,
  images_max: 1_000,
  action_name_chars_max: 64,
  button_label_chars_max: 40,
  /** Actions of a button before its own, and the characters that one of them copies. */
  button_side_actions_max: 6,
  copy_text_chars_max: 1_000,
  /** Translations: languages per item of content, texts per language, and characters per text and text key. */
  locales_max: 50,
  translation_chars_max: 12_000,
  /** BCP 47 tag. */
  language_chars_max: 35,
  texts_max: 2_000,
  text_key_chars_max: 200,
  /** Uploaded translation file: its size, its longest row, and the number of rejected rows listed. */
  translation_file_bytes_max: 4 * 1024 * 1024,
  /** The same file as JSON, where a line break takes two characters. */
  translation_body_bytes_max: 8 * 1024 * 1024,
  translation_row_chars_max: 32 * 1024,
  translation_refusals_max: 100,
  /** Rows per upload request, so that the console can show progress. An item with more rows isn't split. */
  translation_rows_per_call: 500,
  /** Translation overview: drafts per read, and content items in total. */
  translation_drafts_per_read: 100,
  translation_contents_max: 5_000,
  /** Texts that one search lists. */
  text_matches_max: 500,
  /** Content as files: files and bytes per push, characters of a path, and of where the files come from. */
  folder_files_max: 5_000,
  folder_bytes_max: 32 * 1024 * 1024,
  folder_path_chars_max: 200,
  folder_source_chars_max: 200,
  /**
   * Import from other tools: characters of a file, files and items per import, their request body, and how long the
   * server reads them.
   */
  content_import_chars_max: 1024 * 1024,
  content_import_files_max: 20,
  content_import_items_max: 200,
  content_import_body_bytes_max: 8 * 1024 * 1024,
  content_import_ms_max: 20_000,
  /** Imports that wait while another one is read. */
  content_imports_waiting_max: 20,
  content_import_file_name_chars_max: 200,
  /** Scheduled publishing: how far ahead, and how often the server looks for what is due. */
  scheduled_publish_days_max: 365,
  scheduled_publish_interval_ms: 5_000,
  scheduled_publish_batch: 100,
  reviewers_max: 20,
  comment_chars_max: 2_000,
  comment_mentions_max: 20,
  comments_per_content_max: 500,
  /** Versions per promotion to another app. */
  promotion_items_max: 1_000,
  step_buttons_max: 4,
  step_advances_max: 5,
  step_highlights_max: 5,
  scroll_margin_px_max: 400,
  /** Automatic advance leaves time to read (WCAG 2.2.1) and can be paused. */
  advance_delay_ms_min: 5_000,
  advance_delay_ms_max: 600_000,
  /** Timeout for the host action that prepares the page for a step. */
  prepare_ms_max: 5_000,
  /** Slides of a carousel, or tabs of a dialog. */
  panels_max: 10,
  countdown_text_chars_max: 200,
  /** Hints shown side by side on one page. */
  inline_contents_max: 10,
  tasks_max: 20,
  /** Retries of a checklist move that conflicts with other moves: one per task, and one for the end. */
  checklist_moves_max: 21,
  /** Entries of a resource center. */
  resources_max: 50,
  /** Feeds of help centers: the URL, one response, its redirects, and how often the server reads them. */
  help_feed_url_chars_max: 500,
  help_feed_bytes_max: 4 * 1024 * 1024,
  help_feed_timeout_ms: 15_000,
  help_feed_redirects_max: 3,
  help_feed_interval_ms: 3_600_000,
  /** After a failure, and between two reads that members request. */
  help_feed_retry_ms: 900_000,
  help_feed_read_gap_ms: 10_000,
  /** How often the server looks for feeds that are due, and how many it reads then. */
  help_feed_check_interval_ms: 30_000,
  help_feed_batch: 20,
  /** Feeds that no live version uses are forgotten. */
  help_feed_unused_days: 7,
  /** Articles per feed. Longer texts are cut. */
  help_articles_max: 1_000,
  help_article_title_chars_max: 200,
  help_article_summary_chars_max: 300,
  help_article_url_chars_max: 1_000,
  /** Searches that a report reads, and the texts that it lists. */
  searches_read_max: 50_000,
  searches_listed_max: 50,
  /** Searches of a page: the text, the articles in a response, and how many responses the server keeps encoded. */
  help_query_chars_max: 100,
  help_results_max: 8,
  help_answers_kept_max: 1_000,
  help_answer_max_age_s: 60,
  help_indexes_kept_max: 50,
  questions_max: 10,
  choice_options_max: 20,
  /** They stand side by side, or below each other on narrow screens. */
  matrix_columns_max: 7,
  rating_scale_max: 10,
  /** Of one question. */
  branches_max: 10,
  endings_max: 10,
  survey_text_chars_max: 2_000,
  /** Who opened an anonymous survey before its end can still send the answers. */
  survey_response_grace_minutes: 60,
  quota_responses_max: 1_000_000,
  celebration_colors_max: 12,
  /** Per person, if no cap group covers celebrations. */
  celebrations_per_day_max: 5,
  /** Older occasions are no longer celebrated. */
  occasion_due_hours: 72,
  target_strategies_max: 8,
  target_outer_scopes_max: 2,
  target_value_chars_max: 1_000,
  step_wait_ms_default: 8_000,
  step_wait_ms_max: 60_000,
  url_patterns_max: 20,
  url_pattern_chars_max: 500,
  /** Size of a draft as JSON with translations. Below the HTTP body limit, so that the editor can always save it. */
  edition_bytes_max: 512_000,
  /** For the file of `serve --import`. */
  content_file_contents_max: 500,
  tags_max: 20,
  tag_chars_max: 40,
  start_delay_ms_max: 300_000,
  cooldown_hours_max: 8_760,
  holdout_percent_max: 50,
  variant_name_chars_max: 40,
  experiment_seed_chars_max: 32,

  rule_depth_max: 6,
  rule_nodes_max: 50,
  rule_values_max: 50,
  rule_days_max: 3_650,
  /** Tests of event properties in one condition, and events of a name that they read per person. */
  rule_props_max: 5,
  rule_events_read_max: 1_000,
  rule_event_times_max: 1_000_000,
  /**
   * Decision log: one in `decision_log_sample` boots, by person and day, is logged in full. Watched people are always
   * logged.
   */
  time_zone_chars_max: 64,
  debug_link_minutes: 15,
  /** How long a link that opens the builder on a page can be used. */
  builder_code_minutes: 10,
  /** A builder session ends this long after its last request, and this long after it was created. */
  builder_idle_minutes: 60,
  builder_hours_max: 8,
  /** Open builder sessions per member. A new one ends the oldest. */
  builder_sessions_max: 20,
  /** People that a search in the builder finds. */
  builder_people_max: 8,
  preview_link_days_default: 7,
  preview_link_days_max: 30,
  /** Preview links of an app that haven't expired. */
  preview_links_max: 100,
  decision_log_sample: 100,
  decision_log_days: 30,
  decision_log_bytes_max: 256 * 1024,
  /** How long requests for an erased person are rejected. */
  erasure_days: 30,
  /**
   * Lists of people: exact count up to this, sample size for larger estimates, and people scanned to fill a page of a
   * segment.
   */
  people_counted_max: 10_000,
  people_sampled: 2_000,
  /** Larger samples aren't cached. Estimates of this many rules are cached for a minute. */
  people_sample_chars_max: 8 * 1024 * 1024,
  people_estimates_kept_max: 500,
  people_scanned_max: 20_000,
  people_scan_step: 500,
  people_columns_max: 6,
  /** Groups of each person in the list of people. */
  people_groups_listed_max: 2,
  /** People per import request, and per transaction of a file. */
  people_import_batch_max: 200,
  /** Files are uploaded in parts. A row is one line, or several lines with a quoted field. */
  people_import_bytes_max: 200 * 1024 * 1024,
  people_import_part_chars_max: 100_000,
  people_import_rows_max: 1_000_000,
  people_import_columns_max: 250,
  people_import_row_chars_max: 64 * 1024,
  people_import_cell_chars_max: 4_096,
  people_import_file_name_chars_max: 200,
  people_import_sample_rows: 10,
  /** Rows checked per request. */
  people_import_checked_rows: 10_000,
  /** Uploaded files waiting per app, how long they wait, and how long results are kept. */
  people_imports_waiting_max: 5,
  people_import_waiting_hours: 24,
  people_import_kept_days: 7,
  people_imports_listed_max: 20,
  /** Rejected rows kept for correction. Further rows are only counted. */
  people_import_refused_kept_max: 100_000,
  people_import_refused_per_read: 1_000,
  people_import_refused_shown: 5,
  people_import_forgotten_at_once: 20,
  people_import_retry_ms: 1_000,
  people_import_retry_ms_max: 30_000,
  segments_max: 500,
  segment_name_chars_max: 80,
  segment_samples_max: 10,
  /** People per change of a segment's list. */
  segment_list_batch_max: 1_000,
  /** Pasted IDs, or a CSV file of them. */
  segment_list_bytes_max: 10 * 1024 * 1024,
  cap_groups_max: 20,
  cap_runs_max: 1_000,
  /** A person's runs read to evaluate frequency caps. */
  cap_runs_read_max: 2_000,

  /** Templates that members saved. */
  templates_max: 200,
  template_description_chars_max: 300,

  themes_max: 50,
  theme_name_chars_max: 80,
  theme_radius_px_max: 28,
  theme_backdrop_percent_min: 20,
  theme_backdrop_percent_max: 90,
  theme_fonts_max: 6,

  suppression_days_default: 365,
  suppression_days_max: 3_650,
  /** "Remind me later": up to 30 days. */
  snooze_hours_max: 720,
  suppressions_per_person_max: 500,
} as const;
