-- Access labels: a document is seen by callers that hold all the labels it carries now. Permission is today's: it does
-- not depend on the system time that is asked about, so a row that is closed hides nothing any more.
-- Locks: access exclusive on the tables that get a policy, for milliseconds. Duration: milliseconds, however many rows.
--
-- A table that is added later and says anything about a document gets one restrictive policy, as below: rows with a
-- document_id show and take only documents that are not in hidden_document(); rows with another key show only where the
-- row they belong to does. Restrictive, so that no permissive policy that is added later opens what it closes; and as an
-- uncorrelated subquery, so that it is evaluated once for a query and not for each written.

alter table tenant_login add column labels text[];
alter table tenant_login add constraint tenant_login_labels_are_labels check (
  array_position(labels, null) is null and not '*' = any (labels));
comment on column tenant_login.labels is 'Access labels that callers of this login may hold; null: all, such a login is trusted to say what its caller holds. Rows of a login add up.';
-- Which labels there are is nobody's business.
revoke select on tenant_login from asof_app, asof_auditor, asof_eraser;
grant select (login, tenant) on tenant_login to asof_app, asof_auditor, asof_eraser;

create table document_label (
  tenant integer not null,
  document_label_id bigint not null,
  document_id bigint not null,
  label text not null,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint document_label_pk primary key (tenant, document_label_id),
  constraint document_label_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint document_label_is_plain check (label ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  constraint document_label_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint document_label_system_is_not_empty check (system_to > system_from),
  constraint document_label_no_overlap exclude using gist (
    tenant with =, document_id with =, label with =, system_during with &&)
);
create index document_label_live on document_label (tenant, label, document_id) where system_to is null;
create index document_label_closed on document_label (tenant, system_to) where system_to is not null;
comment on table document_label is 'Access labels of documents. Who may see a document follows from the rows that are open, whatever system time is asked about.';
comment on column document_label.tenant is 'Tenant.';
comment on column document_label.document_label_id is 'Id of the written.';
comment on column document_label.document_id is 'The document.';
comment on column document_label.label is 'A caller has to hold it to see the document.';
comment on column document_label.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column document_label.system_to is 'End of the system range, excluded; null: carried now. UTC, microseconds.';
comment on column document_label.system_during is 'The system range, [system_from, system_to).';

-- In PL/pgSQL, which keeps its plans for the session: every query calls these.
create function current_labels() returns text[]
  language plpgsql stable parallel safe security definer set search_path = asof, pg_temp
as $$
declare
  asked text[] := string_to_array(nullif(current_setting('asof.labels', true), ''), ',');
begin
  if asked is null then
    return '{}';
  end if;
  if exists (
    select from tenant_login as granted
    where granted.login = session_user and granted.labels is null
      and (granted.tenant is null or granted.tenant = current_tenant())) then
    return asked;
  end if;
  return array(
    select distinct one.label
    from tenant_login as granted
    cross join lateral unnest(granted.labels) as one (label)
    where granted.login = session_user and (granted.tenant is null or granted.tenant = current_tenant())
      and (one.label = any (asked) or '*' = any (asked)));
end
$$;
comment on function current_labels is 'The labels that this session asked for in asof.labels (a comma between them; * for all) and that its login may hold; {*}: all. Nothing asked for: none.';

create function sees_everything() returns boolean
  language plpgsql stable parallel safe security definer set search_path = asof, pg_temp
as $$ begin return '*' = any (current_labels()); end $$;
comment on function sees_everything is 'Whether no label can hide a document from this session.';

create function hidden_document() returns setof bigint
  language plpgsql stable parallel safe security definer set search_path = asof, pg_temp
as $$
declare
  held text[] := current_labels();
begin
  if '*' = any (held) then
    return;
  end if;
  return query
    select carried.document_id
    from document_label as carried
    where carried.tenant = current_tenant() and carried.system_to is null and carried.label <> all (held);
end
$$;
comment on function hidden_document is 'The documents of the tenant that carry a label this session does not hold. Its use by hand shows how many there are, and nothing about them.';

create function hides_any() returns boolean
  language plpgsql stable parallel safe security definer set search_path = asof, pg_temp
as $$ begin return exists (select from hidden_document()); end $$;
comment on function hides_any is 'Whether any document of the tenant is hidden from this session.';

alter table document_label enable row level security;
create policy document_label_of_tenant on document_label for select using (tenant = (select current_tenant()));
create policy document_label_opened_in_this_span on document_label for insert with check (
  tenant = (select current_tenant())
  and system_from between (select span_from()) and (select span_to())
  and (system_to is null or ((select span_carries()) and system_to <= (select span_to()))));
create policy document_label_closed_in_this_span on document_label for update
  using (tenant = (select current_tenant()) and system_to is null)
  with check (tenant = (select current_tenant()) and system_to between (select span_from()) and (select span_to()));
create policy document_label_held_by_caller on document_label as restrictive using (
  (select sees_everything()) or label = any ((select current_labels())::text[]));
grant select on document_label to asof_app, asof_auditor, asof_eraser;
grant insert, update (system_to) on document_label to asof_app;

do $$
declare
  hiding text;
begin
  foreach hiding in array array['document', 'section', 'version', 'statement', 'document_validity', 'section_validity',
                                'observation', 'document_label', 'text_holder'] loop
    execute format('create policy %I on %I as restrictive using (document_id not in (select hidden from hidden_document() as hidden))',
      hiding || '_seen_by_caller', hiding);
  end loop;
end
$$;

-- A text is seen where a document that holds it is, and written before it is held.
create policy section_text_seen_by_caller on section_text as restrictive using (
  not (select hides_any()) or exists (
    select from text_holder as held where held.tenant = section_text.tenant and held.text_id = section_text.text_id))
  with check (true);
create policy passage_seen_by_caller on passage as restrictive using (
  not (select hides_any()) or exists (
    select from text_holder as held where held.tenant = passage.tenant and held.text_id = passage.text_id))
  with check (true);
create policy embedding_seen_by_caller on embedding as restrictive using (
  not (select hides_any()) or exists (
    select from text_holder as held where held.tenant = embedding.tenant and held.text_id = embedding.text_id))
  with check (true);

-- An entry of the ledger carries words, such as its reason. It is seen where a row that it opened or closed is; its
-- number, its time and its hash are for everybody, through the functions below.
create policy transaction_seen_by_caller on transaction as restrictive for select using (
  not (select hides_any())
  or exists (select from statement as written where written.tenant = transaction.tenant
    and written.statement_id >= transaction.sequence << 24 and written.statement_id < (transaction.sequence + 1) << 24)
  or exists (select from observation as written where written.tenant = transaction.tenant
    and written.observation_id >= transaction.sequence << 24 and written.observation_id < (transaction.sequence + 1) << 24)
  or exists (select from document_validity as written where written.tenant = transaction.tenant
    and written.validity_id >= transaction.sequence << 24 and written.validity_id < (transaction.sequence + 1) << 24)
  or exists (select from section_validity as written where written.tenant = transaction.tenant
    and written.validity_id >= transaction.sequence << 24 and written.validity_id < (transaction.sequence + 1) << 24)
  or exists (select from version as written where written.tenant = transaction.tenant
    and written.version_id >= transaction.sequence << 24 and written.version_id < (transaction.sequence + 1) << 24)
  or exists (select from document as written where written.tenant = transaction.tenant
    and written.document_id >= transaction.sequence << 24 and written.document_id < (transaction.sequence + 1) << 24)
  or exists (select from document_label as written where written.tenant = transaction.tenant
    and written.document_label_id >= transaction.sequence << 24 and written.document_label_id < (transaction.sequence + 1) << 24)
  or exists (select from source_setting as written where written.tenant = transaction.tenant
    and written.source_setting_id >= transaction.sequence << 24 and written.source_setting_id < (transaction.sequence + 1) << 24)
  or exists (select from setting as written where written.tenant = transaction.tenant
    and written.setting_id >= transaction.sequence << 24 and written.setting_id < (transaction.sequence + 1) << 24)
  or exists (select from statement as written
    where written.tenant = transaction.tenant and written.system_to = transaction.system_time)
  or exists (select from document_validity as written
    where written.tenant = transaction.tenant and written.system_to = transaction.system_time)
  or exists (select from section_validity as written
    where written.tenant = transaction.tenant and written.system_to = transaction.system_time)
  or exists (select from document_label as written
    where written.tenant = transaction.tenant and written.system_to = transaction.system_time));

create function entry_time(of_tenant integer, wanted bigint) returns timestamptz
  language sql stable security definer set search_path = asof, pg_temp
as $$ select t.system_time from transaction as t where t.tenant = of_tenant and of_tenant = current_tenant() and t.sequence = wanted $$;
comment on function entry_time is 'System time of a ledger entry, whoever may see its words: what a token stands for is the same for everybody.';

create function entry_at(of_tenant integer, known timestamptz) returns bigint
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select t.sequence from transaction as t
  where t.tenant = of_tenant and of_tenant = current_tenant() and t.system_time <= known
  order by t.system_time desc limit 1
$$;
comment on function entry_at is 'The last ledger entry with a system time up to known; null: none.';

create function entry_hash(of_tenant integer, wanted bigint) returns bytea
  language sql stable security definer set search_path = asof, pg_temp
as $$ select t.hash from transaction as t where t.tenant = of_tenant and of_tenant = current_tenant() and t.sequence = wanted $$;
comment on function entry_hash is 'Hash of a ledger entry: whether a projection follows this ledger, or a checkpoint still holds.';

-- Keys are unique in the tenant and texts are stored once, so a writer meets what is hidden from him.
create function key_is_hidden(wanted text) returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select exists (
    select from document as d
    where d.tenant = current_tenant() and d.key = wanted and d.document_id in (select hidden_document()))
$$;
comment on function key_is_hidden is 'Whether a document that is hidden from this session has the key, which the session therefore cannot use.';

create function hidden_text(addresses bytea[]) returns table (sha256 bytea, text_id bigint)
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select stored.sha256, stored.text_id
  from section_text as stored
  where stored.tenant = current_tenant() and stored.sha256 = any (addresses)
    and exists (select from text_holder as held
      where held.tenant = stored.tenant and held.text_id = stored.text_id)
    and not exists (select from text_holder as held
      where held.tenant = stored.tenant and held.text_id = stored.text_id
        and held.document_id not in (select hidden from hidden_document() as hidden))
$$;
comment on function hidden_text is 'The texts with these addresses that only hidden documents hold: whoever brings the same words gets the stored copy.';

create function hold_text(of_version bigint, heading text, words text) returns void
  language sql volatile security definer set search_path = asof, pg_temp
as $$
  insert into text_holder (tenant, text_id, document_id)
  select stored.tenant, stored.text_id, held.document_id
  from version as held
  join section_text as stored
    on stored.tenant = held.tenant and (stored.text_id = any (held.texts) or stored.text_id = held.body_text)
  where held.tenant = current_tenant() and held.version_id = of_version
    and held.document_id not in (select hidden from hidden_document() as hidden)
    and stored.sha256 = sha256(coalesce(convert_to(heading, 'UTF8') || '\x00'::bytea, ''::bytea) || convert_to(words, 'UTF8'))
  on conflict do nothing
$$;
comment on function hold_text is 'Notes that the document of a version holds a text of it, for a session that shows that it knows the words.';

create or replace function hold_texts(version_ids bigint[]) returns void
  language plpgsql volatile security definer set search_path = asof, pg_temp
as $$
begin
  -- Else a session could claim a text that it cannot see, and read it.
  if hides_any() and exists (
    select
    from version as held
    cross join lateral (
      select unnest(held.texts) union all select held.body_text where held.body_text is not null) as text (id)
    where held.tenant = current_tenant() and held.version_id = any (version_ids)
      and exists (select from text_holder as known
        where known.tenant = held.tenant and known.text_id = text.id)
      and not exists (select from text_holder as known
        where known.tenant = held.tenant and known.text_id = text.id
          and known.document_id not in (select hidden from hidden_document() as hidden))) then
    raise insufficient_privilege using message = 'a version may hold only texts that its writer may see';
  end if;
  insert into text_holder (tenant, text_id, document_id)
  select distinct held.tenant, text.id, held.document_id
  from version as held
  cross join lateral (
    select unnest(held.texts) union all select held.body_text where held.body_text is not null) as text (id)
  where held.tenant = current_tenant() and held.version_id = any (version_ids)
    and not exists (
      select from text_holder as known
      where known.tenant = held.tenant and known.text_id = text.id and known.document_id = held.document_id)
  on conflict do nothing;
end
$$;

revoke execute on function current_labels(), sees_everything(), hidden_document(), hides_any(), entry_time(integer, bigint),
  entry_at(integer, timestamptz), entry_hash(integer, bigint), key_is_hidden(text), hidden_text(bytea[]), hold_text(bigint, text, text)
  from public;
grant execute on function current_labels(), sees_everything(), hidden_document(), hides_any(), entry_time(integer, bigint),
  entry_at(integer, timestamptz), entry_hash(integer, bigint) to asof_app, asof_auditor, asof_eraser;
grant execute on function key_is_hidden(text), hidden_text(bytea[]), hold_text(bigint, text, text) to asof_app;
