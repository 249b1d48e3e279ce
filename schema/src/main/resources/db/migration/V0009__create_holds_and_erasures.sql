-- Legal holds, and legal erasure: what was erased, under which order, and what the eraser may do.
-- The eraser may only blank what an erasure of its own transaction names, and never under a hold: the policies see to it,
-- not the program.
-- Locks: section for a moment, while salt loses its NOT NULL. Duration: milliseconds.

create table hold (
  tenant integer not null,
  hold_id bigint not null,
  document_id bigint not null,
  matter text not null,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint hold_pk primary key (tenant, hold_id),
  constraint hold_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint hold_matter_has_content check (matter <> '' and length(matter) <= 1024),
  constraint hold_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint hold_system_is_not_empty check (system_to > system_from),
  constraint hold_no_overlap exclude using gist (
    tenant with =, document_id with =, matter with =, system_during with &&)
);
create index hold_live on hold (tenant, document_id) where system_to is null;
create index hold_closed on hold (tenant, system_to) where system_to is not null;
comment on table hold is 'Legal holds: while one is live, nothing of the document can be erased.';
comment on column hold.tenant is 'Tenant.';
comment on column hold.hold_id is 'Id of the hold.';
comment on column hold.document_id is 'The document held.';
comment on column hold.matter is 'The matter for which it is held; several matters may hold one document.';
comment on column hold.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column hold.system_to is 'End of the system range, excluded: the hold was released; null: live. UTC, microseconds.';
comment on column hold.system_during is 'The system range, [system_from, system_to).';

create table erasure (
  tenant integer not null,
  erasure_id bigint not null,
  document_id bigint not null,
  version_id bigint not null,
  legal_order text not null,
  content_key bytea not null,
  system_from timestamptz not null,
  constraint erasure_pk primary key (tenant, erasure_id),
  constraint erasure_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint erasure_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint erasure_happens_once unique (tenant, version_id),
  constraint erasure_order_has_content check (legal_order <> '' and length(legal_order) <= 1024),
  constraint erasure_content_key_is_sha256 check (length(content_key) = 32)
);
create index erasure_by_content on erasure (tenant, content_key);
create index erasure_by_document on erasure (tenant, document_id);
comment on table erasure is 'Which versions were legally erased, when and under which order.';
comment on column erasure.tenant is 'Tenant.';
comment on column erasure.erasure_id is 'Id of the erasure.';
comment on column erasure.document_id is 'The document.';
comment on column erasure.version_id is 'The version whose words, addresses and salts are gone.';
comment on column erasure.legal_order is 'The order under which it was erased, in the words of who did it. It stays.';
comment on column erasure.content_key is 'HMAC-SHA-256 under the pepper of the tenant over document and SHA-256 of the text: the same text of the document is not stored again.';
comment on column erasure.system_from is 'System time at which it was erased. UTC, microseconds.';

alter table section alter column salt drop not null;
comment on column section.key is 'Key, unique in the document. Once erased: erased- and the id of the section.';
comment on column section.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';

alter table hold enable row level security;
create policy hold_of_tenant on hold for select using (tenant = (select current_tenant()));
create policy hold_opened_in_this_span on hold for insert with check (
  tenant = (select current_tenant()) and system_from between (select span_from()) and (select span_to())
  and system_to is null);
create policy hold_closed_in_this_span on hold for update using (tenant = (select current_tenant()) and system_to is null)
  with check (tenant = (select current_tenant()) and system_to between (select span_from()) and (select span_to()));
create policy hold_seen_by_caller on hold as restrictive using (
  document_id not in (select hidden from hidden_document() as hidden));
grant select on hold to asof_app, asof_auditor, asof_eraser;
grant insert, update (system_to) on hold to asof_app;

-- What the eraser's policies ask. They read past the policies of their caller, so that no row hides from them.
create function is_held(of_document bigint) returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select exists (
    select from hold where tenant = current_tenant() and document_id = of_document and system_to is null)
$$;
comment on function is_held is 'Whether a legal hold on the document is live.';

create function is_erased_here(of_version bigint) returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select exists (
    select from erasure
    where tenant = current_tenant() and version_id = of_version and system_from between span_from() and span_to())
$$;
comment on function is_erased_here is 'Whether the transaction under way erases the version.';

create function is_text_free(of_text bigint) returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select exists (
      select from text_holder as holder
      join erasure on erasure.tenant = holder.tenant and erasure.document_id = holder.document_id
      where holder.tenant = current_tenant() and holder.text_id = of_text
        and erasure.system_from between span_from() and span_to())
    and not exists (
      select from text_holder as holder where holder.tenant = current_tenant() and holder.text_id = of_text
        and is_held(holder.document_id))
    and not exists (
      select from text_holder as holder
      join version on version.tenant = holder.tenant and version.document_id = holder.document_id
      left join erasure on erasure.tenant = version.tenant and erasure.version_id = version.version_id
      where holder.tenant = current_tenant() and holder.text_id = of_text and erasure.version_id is null
        and (version.body_text = of_text or of_text = any (version.texts)))
$$;
comment on function is_text_free is 'Whether the transaction under way may erase the text: no version holds it that is not erased, and no document that held it is on hold.';

create function is_section_free(of_document bigint, of_section bigint) returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select exists (
      select from erasure
      where tenant = current_tenant() and document_id = of_document and system_from between span_from() and span_to())
    and not is_held(of_document)
    and not exists (
      select from version
      left join erasure on erasure.tenant = version.tenant and erasure.version_id = version.version_id
      where version.tenant = current_tenant() and version.document_id = of_document and erasure.version_id is null
        and of_section = any (version.sections))
$$;
comment on function is_section_free is 'Whether the transaction under way may erase the key of the section: every version that has it is erased.';

revoke execute on function is_held(bigint), is_erased_here(bigint), is_text_free(bigint), is_section_free(bigint, bigint)
  from public;
grant execute on function is_held(bigint), is_erased_here(bigint), is_text_free(bigint), is_section_free(bigint, bigint)
  to asof_eraser;
grant execute on function is_held(bigint) to asof_app;

alter table erasure enable row level security;
create policy erasure_of_tenant on erasure for select using (tenant = (select current_tenant()));
create policy erasure_of_this_span on erasure for insert with check (
  tenant = (select current_tenant()) and system_from between (select span_from()) and (select span_to())
  and not is_held(document_id)
  and exists (
    select from version
    where version.tenant = erasure.tenant and version.version_id = erasure.version_id
      and version.document_id = erasure.document_id));
create policy erasure_seen_by_caller on erasure as restrictive using (
  document_id not in (select hidden from hidden_document() as hidden));
grant select on erasure to asof_app, asof_auditor, asof_eraser;
grant insert on erasure, transaction to asof_eraser;

-- Who wrote and why is no text of a document: nothing erases it.
drop policy transaction_erase on transaction;
revoke update (actor, reason, salt) on transaction from asof_eraser;

grant update (key, salt) on section to asof_eraser;
drop policy section_text_erase on section_text;
drop policy version_erase on version;
drop policy statement_erase on statement;
drop policy observation_erase on observation;
-- Permissive policies are or-ed, row and check apart: one that lets everybody close rows would lend its row to the eraser's check.
alter policy statement_closed_in_this_span on statement to asof_app;
create policy section_text_erase on section_text for update to asof_eraser
  using (tenant = (select current_tenant()) and is_text_free(text_id))
  with check (tenant = (select current_tenant())
    and sha256 is null and title is null and body is null and salt is null);
create policy section_erase on section for update to asof_eraser
  using (tenant = (select current_tenant()) and is_section_free(document_id, section_id))
  with check (tenant = (select current_tenant()) and key = 'erased-' || section_id and salt is null);
create policy version_erase on version for update to asof_eraser
  using (tenant = (select current_tenant()) and is_erased_here(version_id) and not is_held(document_id))
  with check (tenant = (select current_tenant())
    and label is null and title is null and url is null and sha256 is null and normalised_sha256 is null
    and provenance is null and salt is null);
create policy statement_erase on statement for update to asof_eraser
  using (tenant = (select current_tenant()) and is_erased_here(version_id) and not is_held(document_id))
  with check (tenant = (select current_tenant()) and label is null and written is null and salt is null);
create policy observation_erase on observation for update to asof_eraser
  using (tenant = (select current_tenant()) and is_erased_here(version_id) and not is_held(document_id))
  with check (tenant = (select current_tenant()) and label is null and note is null and salt is null);
