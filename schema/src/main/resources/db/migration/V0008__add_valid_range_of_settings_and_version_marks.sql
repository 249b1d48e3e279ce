-- What may be said of a source or a version afterwards, without changing an old answer: how a source is to be read for a
-- part of valid time, and that a version is technical or is not.
-- Locks: source_setting exclusively, while its exclusion constraint is made again. Rows are not rewritten: the default of
-- the new column is a constant. Duration: milliseconds; a tenant has few sources, a million settings take some seconds.

alter table source_setting add column valid_during tstzrange not null default '(,)';
alter table source_setting
  drop constraint source_setting_no_overlap,
  add constraint source_setting_valid_is_half_open check (
    not isempty(valid_during) and (lower_inf(valid_during) or (lower_inc(valid_during) and isfinite(lower(valid_during))))
    and (upper_inf(valid_during) or (not upper_inc(valid_during) and isfinite(upper(valid_during))))),
  add constraint source_setting_no_overlap exclude using gist (
    tenant with =, source_id with =, valid_during with &&, system_during with &&);
comment on table source_setting is 'How a source is to be read, on both axes: an answer as known at T about V reads it as it was set at T for V.';
comment on column source_setting.valid_during is 'Valid time for which the source is set so, [from, to), unbounded where nothing else was set. The ledger covers it where it is bounded.';

create table version_mark (
  tenant integer not null,
  version_mark_id bigint not null,
  version_id bigint not null,
  technical boolean not null,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint version_mark_pk primary key (tenant, version_mark_id),
  constraint version_mark_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint version_mark_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint version_mark_system_is_not_empty check (system_to > system_from),
  constraint version_mark_no_overlap exclude using gist (tenant with =, version_id with =, system_during with &&)
);
comment on table version_mark is 'What was said of a version after it was recorded: technical or not. Goes before version.technical. Why is the reason of its transaction.';
comment on column version_mark.tenant is 'Tenant.';
comment on column version_mark.version_mark_id is 'Id of the row.';
comment on column version_mark.version_id is 'The version.';
comment on column version_mark.technical is 'The extractor changed, not the meaning.';
comment on column version_mark.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column version_mark.system_to is 'End of the system range, excluded; null: still held. UTC, microseconds.';
comment on column version_mark.system_during is 'The system range, [system_from, system_to).';

alter table version_mark enable row level security;
create policy version_mark_of_tenant on version_mark for select using (tenant = (select current_tenant()));
create policy version_mark_opened_in_this_span on version_mark for insert with check (tenant = (select current_tenant())
  and system_from between (select span_from()) and (select span_to())
  and (system_to is null or ((select span_carries()) and system_to <= (select span_to()))));
create policy version_mark_closed_in_this_span on version_mark for update
  using (tenant = (select current_tenant()) and system_to is null)
  with check (tenant = (select current_tenant()) and system_to between (select span_from()) and (select span_to()));
create policy version_mark_seen_by_caller on version_mark as restrictive using (
  not (select hides_any()) or exists (
    select from version as marked where marked.tenant = version_mark.tenant and marked.version_id = version_mark.version_id));
grant select on version_mark to asof_app, asof_auditor, asof_eraser;
grant insert, update (system_to) on version_mark to asof_app;
