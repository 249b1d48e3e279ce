-- Who may see what is not of a document: the words of a transaction that only marks, holds or erases, where the document
-- is seen; which logins there are, to themselves only; and an end for a carried import that was killed.
-- Locks: transaction and tenant_login exclusively, version_mark in share mode while its index is made. Duration:
-- milliseconds; about a second per million marks.

-- Every table under the chain that says something of a document, of a source or of the tenant is named here: a row of it
-- that the caller sees shows the words of the transaction that opened it, and of the one that closed it.
create index version_mark_closed on version_mark (tenant, system_to) where system_to is not null;

do $$
declare
  written text[];
  shows text := 'not (select hides_any())';
begin
  foreach written slice 1 in array array[
      ['statement', 'statement_id', 'closes'],
      ['observation', 'observation_id', ''],
      ['document_validity', 'validity_id', 'closes'],
      ['section_validity', 'validity_id', 'closes'],
      ['version', 'version_id', ''],
      ['document', 'document_id', ''],
      ['section', 'section_id', ''],
      ['document_label', 'document_label_id', 'closes'],
      ['version_mark', 'version_mark_id', 'closes'],
      ['hold', 'hold_id', 'closes'],
      ['erasure', 'erasure_id', ''],
      ['source', 'source_id', ''],
      ['source_setting', 'source_setting_id', 'closes'],
      ['setting', 'setting_id', 'closes']] loop
    shows := shows || format(
      ' or exists (select from %1$I as written where written.tenant = transaction.tenant'
      ' and written.%2$I >= transaction.sequence << 24 and written.%2$I < (transaction.sequence + 1) << 24)',
      written[1], written[2]);
    if written[3] = 'closes' then
      shows := shows || format(
        ' or exists (select from %1$I as written where written.tenant = transaction.tenant'
        ' and written.system_to = transaction.system_time)', written[1]);
    end if;
  end loop;
  execute 'alter policy transaction_seen_by_caller on transaction using (' || shows || ')';
end
$$;

alter table tenant_login enable row level security;
create policy tenant_login_of_login on tenant_login for select using (login = session_user);
comment on table tenant_login is 'Which database login may choose which tenant. Not granted here: not reachable, whatever the session sets. A login sees its own rows only.';

-- An import that carries recorded times holds a shared advisory lock from its first line to its last, over all its database
-- transactions. It is no guard: nothing is written under it. It only tells an import that was killed from one that goes on.
create function hold_carrying(of_tenant integer) returns void
  language plpgsql volatile security definer set search_path = asof, pg_temp
as $$
begin
  if of_tenant is distinct from current_tenant() then
    raise insufficient_privilege using message = format(
      'login %s may not write to tenant %s in this session', session_user, of_tenant);
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('asof carried import'), of_tenant);
end
$$;
comment on function hold_carrying is 'Says, until the database transaction ends, that an import that carries recorded times is alive.';
revoke execute on function hold_carrying(integer) from public;
grant execute on function hold_carrying(integer) to asof_app;

create or replace function settle(of_tenant integer)
  returns table (system_time timestamptz, settled timestamptz, carrying boolean, clock timestamptz)
  language plpgsql volatile security definer set search_path = asof, pg_temp
as $$
declare
  at_head head;
begin
  if of_tenant is distinct from current_tenant() then
    raise insufficient_privilege using message = format(
      'login %s may not read tenant %s in this session', session_user, of_tenant);
  end if;
  select * into strict at_head from head where head.tenant = of_tenant for no key update;
  clock := asof.clock();
  -- What a killed import left is ended here. Should one be alive all the same, its next batch is refused, not lost.
  if not at_head.carrying or pg_try_advisory_xact_lock(hashtext('asof carried import'), of_tenant) then
    update head set settled = greatest(head.settled, clock), carrying = false where head.tenant = of_tenant
      returning * into at_head;
  end if;
  system_time := at_head.system_time;
  settled := at_head.settled;
  carrying := at_head.carrying;
  return next;
end
$$;
comment on function settle is 'Fixes every answer up to the present clock, after the writer in flight; does nothing while a carried import is alive.';
