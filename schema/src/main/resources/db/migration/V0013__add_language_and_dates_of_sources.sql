-- What else is known of a source: the language of its texts, how it writes dates as numbers, and how long its texts are kept.
-- Locks: source_setting exclusively. Rows are not rewritten: the new columns are null. Duration: milliseconds; checking the
-- constraints reads the rows once, and a tenant has few sources.

alter table source_setting
  add column language text,
  add column numeric_dates text,
  add column retention text,
  add constraint source_setting_language_is_not_empty check (language <> ''),
  add constraint source_setting_numeric_dates_are_known check (numeric_dates in ('day_first', 'month_first')),
  add constraint source_setting_retention_is_not_empty check (retention <> '');
comment on column source_setting.language is 'BCP 47 tag of the language of its texts, for versions that name none; null: not known. The ledger covers it, numeric_dates and retention where one of the three is not null.';
comment on column source_setting.numeric_dates is 'How it writes 03/04/2024: day_first (3 April) or month_first (4 March); null: not known, such a date is not read.';
comment on column source_setting.retention is 'How long its texts are kept, and why, in words; a note, which nothing acts on.';
