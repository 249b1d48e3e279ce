-- What sources said (statement), what follows from it (document_validity, section_validity), and every look at a source
-- (observation).
-- Locks: none on existing tables. Duration: milliseconds.

create table statement (
  tenant integer not null,
  statement_id bigint not null,
  document_id bigint not null,
  source_id bigint not null,
  state text not null,
  scope text not null default '',
  section_id bigint,
  operation text not null,
  effect text not null,
  version_id bigint,
  nothing text,
  valid_from timestamptz,
  valid_to timestamptz,
  page boolean not null,
  looked timestamptz,
  label text,
  written json,
  salt bytea,
  digest bytea not null,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint statement_pk primary key (tenant, statement_id),
  constraint statement_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint statement_source_exists foreign key (tenant, source_id) references source (tenant, source_id),
  constraint statement_section_exists foreign key (tenant, section_id) references section (tenant, section_id),
  constraint statement_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint statement_state_is_known check (state in ('asserted', 'observed', 'unknown')),
  constraint statement_effect_is_known check (effect in ('places', 'replaces')),
  constraint statement_holds_a_version_or_nothing check ((version_id is null) <> (nothing is null)),
  constraint statement_nothing_is_known check (nothing in ('withdrawn', 'repealed', 'retracted', 'terminated', 'gone')),
  constraint statement_start_is_known_unless_unknown check (valid_from is not null or state = 'unknown' or effect = 'replaces'),
  constraint statement_valid_is_finite check (
    (valid_from is null or isfinite(valid_from)) and (valid_to is null or isfinite(valid_to))),
  constraint statement_valid_is_not_empty check (valid_to > valid_from),
  constraint statement_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint statement_system_is_not_empty check (system_to > system_from)
);
create index statement_live_in_lane on statement (tenant, document_id, source_id) where system_to is null;
create index statement_by_document on statement (tenant, document_id, statement_id);
create index statement_closed on statement (tenant, system_to) where system_to is not null;
comment on table statement is 'What a source said, as it was recorded. The beliefs of a lane at T are the fold of its statements live at T, in id order.';
comment on column statement.tenant is 'Tenant.';
comment on column statement.statement_id is 'Id of the statement; grows in order of recording.';
comment on column statement.document_id is 'The document.';
comment on column statement.source_id is 'Who said it.';
comment on column statement.state is 'asserted: an authority stated the start; observed: a look at the source; unknown: a text without a statement of validity.';
comment on column statement.scope is 'For whom it holds; empty: everyone.';
comment on column statement.section_id is 'The one section it is about; null: the whole document.';
comment on column statement.operation is 'The operation that made it: import, assert, correct, terminate, retract, observe, put, ...';
comment on column statement.effect is 'places: takes what is free or held from no later a start; replaces: takes its whole range.';
comment on column statement.version_id is 'The version that applies; null: nothing applies.';
comment on column statement.nothing is 'Why nothing applies: withdrawn, repealed, retracted, terminated, gone; null: a version applies.';
comment on column statement.valid_from is 'Valid time, start, included; null: unbounded. UTC, microseconds. Source: what the authority wrote, or the look.';
comment on column statement.valid_to is 'Valid time, stated end, excluded; null: none stated. UTC, microseconds.';
comment on column statement.page is 'The source was a page when this was recorded: what it shows applies until further notice.';
comment on column statement.looked is 'When the source was looked at. UTC, microseconds; null: not stated.';
comment on column statement.label is 'Label of the record. Erasable.';
comment on column statement.written is 'Start and end as the authority wrote them, with zone, precision and decision. Erasable.';
comment on column statement.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';
comment on column statement.digest is 'SHA-256 of salt, label and written; what the ledger covers.';
comment on column statement.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column statement.system_to is 'End of the system range, excluded; null: live. UTC, microseconds.';
comment on column statement.system_during is 'The system range, [system_from, system_to).';

create table document_validity (
  tenant integer not null,
  validity_id bigint not null,
  document_id bigint not null,
  source_id bigint not null,
  state text not null,
  scope text not null default '',
  version_id bigint,
  nothing text,
  statement_id bigint not null,
  stated_from timestamptz,
  valid_during tstzrange not null,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint document_validity_pk primary key (tenant, validity_id),
  constraint document_validity_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint document_validity_source_exists foreign key (tenant, source_id) references source (tenant, source_id),
  constraint document_validity_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint document_validity_statement_exists foreign key (tenant, statement_id) references statement (tenant, statement_id),
  constraint document_validity_state_is_known check (state in ('asserted', 'observed', 'unknown')),
  constraint document_validity_holds_a_version_or_nothing check ((version_id is null) <> (nothing is null)),
  constraint document_validity_valid_is_half_open check (
    not isempty(valid_during) and (lower_inf(valid_during) or (lower_inc(valid_during) and isfinite(lower(valid_during))))
    and (upper_inf(valid_during) or (not upper_inc(valid_during) and isfinite(upper(valid_during))))),
  constraint document_validity_unknown_is_unbounded check (
    state <> 'unknown' or (lower_inf(valid_during) and upper_inf(valid_during))),
  constraint document_validity_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint document_validity_system_is_not_empty check (system_to > system_from),
  constraint document_validity_no_overlap exclude using gist (
    tenant with =, document_id with =, source_id with =, state with =, scope with =, valid_during with &&, system_during with &&)
);
create index document_validity_live on document_validity (tenant, document_id, source_id) where system_to is null;
create index document_validity_closed on document_validity (tenant, system_to) where system_to is not null;
comment on table document_validity is 'The beliefs: this lane (tenant, document, source, state, scope) holds that this version, or nothing, applies during valid_during, believed during system_during.';
comment on column document_validity.tenant is 'Tenant.';
comment on column document_validity.validity_id is 'Id of the belief.';
comment on column document_validity.document_id is 'The document.';
comment on column document_validity.source_id is 'The source.';
comment on column document_validity.state is 'What the belief rests on: asserted, observed, unknown.';
comment on column document_validity.scope is 'For whom it holds; empty: everyone.';
comment on column document_validity.version_id is 'The version that applies; null: nothing applies.';
comment on column document_validity.nothing is 'Why nothing applies; null: a version applies.';
comment on column document_validity.statement_id is 'The statement it follows from.';
comment on column document_validity.stated_from is 'Start of that statement, included; null: unbounded. UTC, microseconds.';
comment on column document_validity.valid_during is 'Valid time, half-open, never empty; an unbounded side is missing, never infinity. UTC, microseconds.';
comment on column document_validity.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column document_validity.system_to is 'End of the system range, excluded; null: still believed. UTC, microseconds.';
comment on column document_validity.system_during is 'The system range, [system_from, system_to).';

create table section_validity (
  tenant integer not null,
  validity_id bigint not null,
  document_id bigint not null,
  source_id bigint not null,
  state text not null,
  scope text not null default '',
  section_id bigint not null,
  version_id bigint,
  nothing text,
  statement_id bigint not null,
  implied boolean not null,
  valid_during tstzrange not null,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint section_validity_pk primary key (tenant, validity_id),
  constraint section_validity_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint section_validity_source_exists foreign key (tenant, source_id) references source (tenant, source_id),
  constraint section_validity_section_exists foreign key (tenant, section_id) references section (tenant, section_id),
  constraint section_validity_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint section_validity_statement_exists foreign key (tenant, statement_id) references statement (tenant, statement_id),
  constraint section_validity_state_is_known check (state in ('asserted', 'observed', 'unknown')),
  constraint section_validity_holds_a_version_or_nothing check ((version_id is null) <> (nothing is null)),
  constraint section_validity_valid_is_half_open check (
    not isempty(valid_during) and (lower_inf(valid_during) or (lower_inc(valid_during) and isfinite(lower(valid_during))))
    and (upper_inf(valid_during) or (not upper_inc(valid_during) and isfinite(upper(valid_during))))),
  constraint section_validity_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint section_validity_system_is_not_empty check (system_to > system_from),
  constraint section_validity_no_overlap exclude using gist (
    tenant with =, document_id with =, source_id with =, state with =, scope with =, section_id with =, implied with =,
    valid_during with &&, system_during with &&)
);
create index section_validity_live on section_validity (tenant, document_id, source_id) where system_to is null;
create index section_validity_closed on section_validity (tenant, system_to) where system_to is not null;
comment on table section_validity is 'Overrides for single sections: where a section has a range of its own that differs from its version''s.';
comment on column section_validity.tenant is 'Tenant.';
comment on column section_validity.validity_id is 'Id of the override.';
comment on column section_validity.document_id is 'The document.';
comment on column section_validity.source_id is 'The source.';
comment on column section_validity.state is 'What it rests on: asserted, observed, unknown.';
comment on column section_validity.scope is 'For whom it holds; empty: everyone.';
comment on column section_validity.section_id is 'The section.';
comment on column section_validity.version_id is 'The version whose text of the section applies; null: the section is not in force.';
comment on column section_validity.nothing is 'Why the section is not in force; null: a version''s text applies.';
comment on column section_validity.statement_id is 'The statement it follows from.';
comment on column section_validity.implied is 'Implied by dates inside a version, recomputed with its range; false: stated by an operation on the section.';
comment on column section_validity.valid_during is 'Valid time, half-open, never empty; an unbounded side is missing, never infinity. UTC, microseconds.';
comment on column section_validity.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column section_validity.system_to is 'End of the system range, excluded; null: still believed. UTC, microseconds.';
comment on column section_validity.system_during is 'The system range, [system_from, system_to).';

create table observation (
  tenant integer not null,
  observation_id bigint not null,
  document_id bigint not null,
  source_id bigint not null,
  scope text not null default '',
  state text,
  looked timestamptz not null,
  status text not null,
  version_id bigint,
  stated_to timestamptz,
  label text,
  note text,
  record_key bytea,
  salt bytea,
  digest bytea not null,
  system_from timestamptz not null,
  constraint observation_pk primary key (tenant, observation_id),
  constraint observation_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint observation_source_exists foreign key (tenant, source_id) references source (tenant, source_id),
  constraint observation_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint observation_state_is_known check (state in ('asserted', 'observed', 'unknown')),
  constraint observation_status_is_known check (status in ('seen', 'withdrawn', 'repealed', 'gone', 'absent', 'failed')),
  constraint observation_looked_is_finite check (isfinite(looked) and (stated_to is null or isfinite(stated_to))),
  constraint observation_sees_a_version check ((status = 'seen') = (version_id is not null)),
  constraint observation_record_is_held_once unique (tenant, record_key)
);
create index observation_by_look on observation (tenant, document_id, source_id, looked, observation_id);
comment on table observation is 'Append-only log of every look at a source, failures too, and of every record imported.';
comment on column observation.tenant is 'Tenant.';
comment on column observation.observation_id is 'Id of the observation.';
comment on column observation.document_id is 'The document looked for.';
comment on column observation.source_id is 'The source looked at.';
comment on column observation.scope is 'For whom; empty: everyone.';
comment on column observation.state is 'State under which the text was recorded; only observed ones make runs. Null: a failure.';
comment on column observation.looked is 'When it was looked, on the valid axis of the observed lane. UTC, microseconds. Source: the record, else its recording.';
comment on column observation.status is 'seen; withdrawn, repealed, gone: the source shows that nothing applies; absent: a snapshot lacked the document; failed.';
comment on column observation.version_id is 'The version seen.';
comment on column observation.stated_to is 'Valid time, end that the text seen states itself, excluded; null: none. UTC, microseconds.';
comment on column observation.label is 'Label of the record. Erasable.';
comment on column observation.note is 'What the failure was, or what the record said. Erasable.';
comment on column observation.record_key is 'HMAC-SHA-256 under the pepper of the tenant over source, document, label and content hash: the same record is held once.';
comment on column observation.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';
comment on column observation.digest is 'SHA-256 of salt, label and note; what the ledger covers.';
comment on column observation.system_from is 'System time at which the look was recorded. UTC, microseconds.';

alter table observation enable row level security;
create policy observation_of_tenant on observation for select using (tenant = (select current_tenant()));
create policy observation_of_this_span on observation for insert with check (
  tenant = (select current_tenant()) and system_from between (select span_from()) and (select span_to()));
grant select on observation to asof_app, asof_auditor, asof_eraser;
grant insert on observation to asof_app;

do $$
declare
  closable text;
begin
  foreach closable in array array['statement', 'document_validity', 'section_validity'] loop
    execute format('alter table %I enable row level security', closable);
    execute format('create policy %I on %I for select using (tenant = (select current_tenant()))', closable || '_of_tenant', closable);
    execute format('create policy %I on %I for insert with check (tenant = (select current_tenant())
      and system_from between (select span_from()) and (select span_to())
      and (system_to is null or ((select span_carries()) and system_to <= (select span_to()))))', closable || '_opened_in_this_span', closable);
    execute format('create policy %I on %I for update using (tenant = (select current_tenant()) and system_to is null)
      with check (tenant = (select current_tenant()) and system_to between (select span_from()) and (select span_to()))',
      closable || '_closed_in_this_span', closable);
    execute format('grant select on %I to asof_app, asof_auditor, asof_eraser', closable);
    execute format('grant insert, update (system_to) on %I to asof_app', closable);
  end loop;
end
$$;

grant update (label, written, salt) on statement to asof_eraser;
grant update (label, note, salt) on observation to asof_eraser;
create policy statement_erase on statement for update to asof_eraser
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy observation_erase on observation for update to asof_eraser
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
