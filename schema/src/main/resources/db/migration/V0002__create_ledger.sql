-- The ledger: one entry per transaction, each sealed with the hash of the one before.
-- Locks: none on existing tables but head (new constraint, one row per tenant). Duration: milliseconds.

create table transaction (
  tenant integer not null,
  sequence bigint not null,
  system_time timestamptz not null,
  carried boolean not null,
  kind text not null,
  actor text,
  reason text,
  idempotency_key text,
  request_hash bytea,
  salt bytea,
  digest bytea not null,
  row_count integer not null,
  payload_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  previous bigint generated always as (nullif(sequence - 1, 0)) stored,
  constraint transaction_pk primary key (tenant, sequence),
  constraint transaction_system_time_is_unique unique (tenant, system_time),
  constraint transaction_idempotency_key_is_used_once unique (tenant, idempotency_key),
  constraint transaction_sequence_is_positive check (sequence > 0),
  constraint transaction_follows_the_one_before foreign key (tenant, previous)
    references transaction (tenant, sequence) deferrable initially deferred,
  constraint transaction_system_time_is_finite check (isfinite(system_time)),
  constraint transaction_hashes_are_sha256 check (
    length(payload_hash) = 32 and length(previous_hash) = 32 and length(hash) = 32 and length(digest) = 32)
);
comment on table transaction is 'The ledger: the unit of writing. One system time, one actor, one reason, one entry in the hash chain.';
comment on column transaction.tenant is 'Tenant.';
comment on column transaction.sequence is 'Place in the chain, from 1, without gaps; also the snapshot token that repeats a read.';
comment on column transaction.system_time is 'System time at which the store held what this transaction wrote. UTC, microseconds, strictly increasing with sequence.';
comment on column transaction.carried is 'The system time was carried over from an older system by an import, not taken from the clock.';
comment on column transaction.kind is 'What was done: import, put, assert, correct, ...';
comment on column transaction.actor is 'Who did it: name of the token, or the operating system user. Erasable.';
comment on column transaction.reason is 'Why, in the words of the actor. Erasable.';
comment on column transaction.idempotency_key is 'Key of the caller under which the same request is carried out once.';
comment on column transaction.request_hash is 'SHA-256 of the request that came with the idempotency key.';
comment on column transaction.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';
comment on column transaction.digest is 'SHA-256 of salt, actor, reason and idempotency key; stays after an erasure.';
comment on column transaction.row_count is 'Number of row hashes under payload_hash.';
comment on column transaction.payload_hash is 'SHA-256 over the hashes of the rows opened and closed, in order; see designs/ledger.md.';
comment on column transaction.previous_hash is 'Hash of the entry before; 32 zero bytes for the first.';
comment on column transaction.hash is 'SHA-256 that seals this entry and, through previous_hash, all before it.';
comment on column transaction.previous is 'Sequence of the entry before, null for the first.';

alter table head add constraint head_has_its_ledger_entry foreign key (tenant, entry)
  references transaction (tenant, sequence) deferrable initially deferred;

-- Takes the next system time, or, for an import that carries recorded times, one transaction per element of carried.
-- An empty array ends a carried import without a transaction. The row lock is held until the database transaction ends.
create function open_transaction(of_tenant integer, carried timestamptz[] default null)
  returns table (first_sequence bigint, first_system_time timestamptz, previous_hash bytea)
  language plpgsql volatile security definer set search_path = asof, pg_temp
as $$
declare
  at_head head;
  now_at timestamptz;
  tolerance interval;
  next_time timestamptz;
begin
  if of_tenant is distinct from current_tenant() then
    raise insufficient_privilege using message = format(
      'login %s may not write to tenant %s in this session', session_user, of_tenant);
  end if;
  select * into strict at_head from head where tenant = of_tenant for no key update;
  if at_head.xid = pg_current_xact_id() then
    raise exception using errcode = 'AS005', message = 'a database transaction opens its ledger transactions once';
  end if;
  now_at := clock();
  select coalesce((select t.hash from transaction t where t.tenant = of_tenant and t.sequence = at_head.sequence),
                  decode(repeat('00', 32), 'hex'))
    into previous_hash;
  first_sequence := at_head.sequence + 1;

  if carried is null then
    select clock_tolerance into tolerance from tenant where tenant = of_tenant;
    if at_head.sequence > 0 and now_at > at_head.system_time + tolerance then
      raise exception using errcode = 'AS001', message = format(
        'the clock says %s, more than %s ahead of the last system time %s',
        to_json(now_at) #>> '{}', tolerance, to_json(at_head.system_time) #>> '{}');
    end if;
    next_time := greatest(now_at, at_head.system_time + interval '1 microsecond', at_head.settled + interval '1 microsecond');
    update head
      set sequence = first_sequence, system_time = next_time, carrying = false, xid = pg_current_xact_id(),
          span_sequence = first_sequence, span_from = next_time
      where tenant = of_tenant;
    first_system_time := next_time;
    return next;
    return;
  end if;

  if cardinality(carried) = 0 then
    update head set carrying = false, xid = null where tenant = of_tenant;
    return;
  end if;
  if array_position(carried, null) is not null
     or exists (select from unnest(carried) with ordinality as one (at, place)
                join unnest(carried) with ordinality as two (at, place) on two.place = one.place + 1
                where two.at <= one.at) then
    raise exception using errcode = 'AS005', message = 'carried system times have to increase strictly';
  end if;
  if carried[1] <= greatest(at_head.system_time, at_head.settled) then
    raise exception using errcode = 'AS002', message = format(
      'the recorded time %s is not later than what this tenant already holds, %s',
      to_json(carried[1]) #>> '{}', to_json(greatest(at_head.system_time, at_head.settled)) #>> '{}');
  end if;
  if carried[cardinality(carried)] > now_at then
    raise exception using errcode = 'AS003', message = format(
      'the recorded time %s lies ahead of the clock, %s',
      to_json(carried[cardinality(carried)]) #>> '{}', to_json(now_at) #>> '{}');
  end if;
  update head
    set sequence = at_head.sequence + cardinality(carried), system_time = carried[cardinality(carried)],
        carrying = true, xid = pg_current_xact_id(), span_sequence = first_sequence, span_from = carried[1]
    where tenant = of_tenant;
  first_system_time := carried[1];
  return next;
end
$$;
comment on function open_transaction is 'Locks the head row and takes the next sequence and system time; AS001 clock ahead of the tolerance, AS002 carried time not ahead of the head, AS003 carried time ahead of the clock.';

-- Waits for the writer in flight, then fixes everything up to the present clock.
create function settle(of_tenant integer)
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
  if not at_head.carrying then
    update head set settled = greatest(head.settled, clock) where head.tenant = of_tenant
      returning * into at_head;
  end if;
  system_time := at_head.system_time;
  settled := at_head.settled;
  carrying := at_head.carrying;
  return next;
end
$$;
comment on function settle is 'Fixes every answer up to the present clock, after the writer in flight; does nothing during a carried import.';

-- What the policies compare with: the span that this database transaction took, and nothing a session could set.
create function span_from() returns timestamptz
  language sql stable security definer set search_path = asof, pg_temp
as $$ select span_from from head where tenant = current_tenant() and xid = pg_current_xact_id_if_assigned() $$;
comment on function span_from is 'First system time this database transaction took; null if it took none.';

create function span_to() returns timestamptz
  language sql stable security definer set search_path = asof, pg_temp
as $$ select system_time from head where tenant = current_tenant() and xid = pg_current_xact_id_if_assigned() $$;
comment on function span_to is 'Last system time this database transaction took; null if it took none.';

create function span_carries() returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$ select carrying from head where tenant = current_tenant() and xid = pg_current_xact_id_if_assigned() $$;
comment on function span_carries is 'Whether the times this database transaction took are carried.';

create function span_holds(wanted bigint) returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select wanted between span_sequence and sequence
  from head where tenant = current_tenant() and xid = pg_current_xact_id_if_assigned()
$$;
comment on function span_holds is 'Whether this database transaction took that sequence.';

alter table transaction enable row level security;
create policy transaction_of_tenant on transaction for select using (tenant = (select current_tenant()));
create policy transaction_of_this_span on transaction for insert with check (
  tenant = (select current_tenant())
  and system_time between (select span_from()) and (select span_to())
  and carried = (select span_carries())
  and span_holds(sequence));

grant select on transaction to asof_app, asof_auditor, asof_eraser;
grant insert on transaction to asof_app;
grant update (actor, reason, salt) on transaction to asof_eraser;
create policy transaction_erase on transaction for update to asof_eraser
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
revoke execute on function open_transaction(integer, timestamptz[]), settle(integer), span_from(), span_to(),
  span_carries(), span_holds(bigint) from public;
grant execute on function open_transaction(integer, timestamptz[]), settle(integer), span_from(), span_to(),
  span_carries(), span_holds(bigint) to asof_app, asof_eraser;
grant execute on function settle(integer) to asof_auditor;
