-- Which documents hold a section text: who may read a text, and whether it may be erased, follow from it.
-- A text is stored once, however many documents hold it, so neither can be read off the text itself.
-- Locks: version in share mode while it is read. Duration: about ten seconds per million rows to insert.

create table text_holder (
  tenant integer not null,
  text_id bigint not null,
  document_id bigint not null,
  constraint text_holder_pk primary key (tenant, text_id, document_id),
  constraint text_holder_text_exists foreign key (tenant, text_id) references section_text (tenant, text_id),
  constraint text_holder_document_exists foreign key (tenant, document_id) references document (tenant, document_id)
);
create index text_holder_by_document on text_holder (tenant, document_id, text_id);
comment on table text_holder is 'Which documents hold a text in any of their versions. A projection of the manifests, outside the chain; written only by hold_texts.';
comment on column text_holder.tenant is 'Tenant.';
comment on column text_holder.text_id is 'The text.';
comment on column text_holder.document_id is 'A document of which at least one version holds it.';

alter table text_holder enable row level security;
create policy text_holder_of_tenant on text_holder for select using (tenant = (select current_tenant()));
grant select on text_holder to asof_app, asof_auditor, asof_eraser;

create function hold_texts(version_ids bigint[]) returns void
  language sql volatile security definer set search_path = asof, pg_temp
as $$
  insert into text_holder (tenant, text_id, document_id)
  select distinct held.tenant, text.id, held.document_id
  from version as held
  cross join lateral (
    select unnest(held.texts) union all select held.body_text where held.body_text is not null) as text (id)
  where held.tenant = current_tenant() and held.version_id = any (version_ids)
    and not exists (
      select from text_holder as known
      where known.tenant = held.tenant and known.text_id = text.id and known.document_id = held.document_id)
  on conflict do nothing
$$;
comment on function hold_texts is 'Notes which texts these versions hold, read from their manifests, so that no session can claim a text for a document.';
revoke execute on function hold_texts(bigint[]) from public;
grant execute on function hold_texts(bigint[]) to asof_app;

insert into text_holder (tenant, text_id, document_id)
select distinct held.tenant, text.id, held.document_id
from version as held
cross join lateral (
  select unnest(held.texts) union all select held.body_text where held.body_text is not null) as text (id);
