-- Tenants, who may reach them, and the head row that gives a tenant its system time.
-- Locks: none on existing tables. Duration: milliseconds.

create table tenant (
  tenant integer generated always as identity,
  name text not null,
  pepper bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  clock_tolerance interval,
  constraint tenant_pk primary key (tenant),
  constraint tenant_name_is_unique unique (name),
  constraint tenant_name_is_plain check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$')
);
comment on table tenant is 'The isolation boundary. Every key, constraint and query carries its number.';
comment on column tenant.tenant is 'Number of the tenant, assigned once.';
comment on column tenant.name is 'Name by which people and commands call the tenant.';
comment on column tenant.pepper is 'Secret of the tenant that keys the fingerprints of imported records, so that an erased text cannot be guessed from them.';
comment on column tenant.clock_tolerance is 'How far the clock may be ahead of the last system time at a write; null: no limit, for a store may rest for years.';

create table tenant_login (
  login name not null,
  tenant integer,
  constraint tenant_login_is_granted_once unique nulls not distinct (login, tenant),
  constraint tenant_login_tenant_exists foreign key (tenant) references tenant (tenant)
);
comment on table tenant_login is 'Which database login may choose which tenant. Not granted here: not reachable, whatever the session sets.';
comment on column tenant_login.login is 'session_user of the connection.';
comment on column tenant_login.tenant is 'The tenant granted; null: all of them, such a login is trusted to choose.';

create table head (
  tenant integer not null,
  sequence bigint not null default 0,
  system_time timestamptz not null default '0001-01-01T00:00:00Z',
  settled timestamptz not null default '0001-01-01T00:00:00Z',
  carrying boolean not null default false,
  xid xid8,
  span_sequence bigint not null default 0,
  span_from timestamptz not null default '0001-01-01T00:00:00Z',
  entry bigint generated always as (nullif(sequence, 0)) stored,
  constraint head_pk primary key (tenant),
  constraint head_tenant_exists foreign key (tenant) references tenant (tenant)
);
comment on table head is 'One row per tenant, changed only by open_transaction and settle; its row lock is what orders writers, on every node.';
comment on column head.sequence is 'Sequence of the last transaction; 0 before the first.';
comment on column head.system_time is 'System time of the last transaction. UTC, microseconds. Source: the database clock, or the carried time of an import.';
comment on column head.settled is 'System time up to which no writer can commit any more. UTC, microseconds. Source: the database clock at settle.';
comment on column head.carrying is 'An import that carries recorded times is under way: reads are pinned at the last settled time.';
comment on column head.xid is 'Database transaction that moved the head last; policies compare it, so that no session can choose its own times.';
comment on column head.span_sequence is 'First sequence that the database transaction xid took.';
comment on column head.span_from is 'System time of the first transaction that the database transaction xid took.';
comment on column head.entry is 'The ledger entry that has to exist when the database transaction commits.';

-- The only clock of the database side; replaced by tests that let time jump.
create function clock() returns timestamptz
  language sql volatile parallel restricted
  return clock_timestamp();
comment on function clock is 'The only clock of the store.';

create function current_tenant() returns integer
  language sql stable parallel safe security definer set search_path = asof, pg_temp
as $$
  select asked.tenant
  from (select nullif(current_setting('asof.tenant', true), '')::integer as tenant) as asked
  where exists (
    select from tenant_login as granted
    where granted.login = session_user and (granted.tenant is null or granted.tenant = asked.tenant))
$$;
comment on function current_tenant is 'The tenant this session asked for, if its login may reach it; else null, which sees nothing.';

create function create_tenant(wanted text) returns integer
  language plpgsql volatile security definer set search_path = asof, pg_temp
as $$
declare
  created integer;
begin
  if not exists (select from tenant_login where login = session_user and tenant_login.tenant is null) then
    raise insufficient_privilege using message = format(
      'login %s may not create tenants: only a login granted all tenants may', session_user);
  end if;
  insert into tenant (name) values (wanted) on conflict (name) do nothing returning tenant.tenant into created;
  if created is null then
    select tenant.tenant into created from tenant where name = wanted;
  else
    insert into head (tenant) values (created);
  end if;
  return created;
end
$$;
comment on function create_tenant is 'Creates the tenant and its head row, or finds it; returns its number.';

alter table tenant enable row level security;
alter table head enable row level security;
create policy tenant_of_login on tenant for select using (
  exists (select from tenant_login as granted
          where granted.login = session_user and (granted.tenant is null or granted.tenant = tenant.tenant)));
create policy head_of_tenant on head for select using (tenant = (select current_tenant()));

grant usage on schema asof to asof_app, asof_auditor, asof_eraser;
grant select on tenant, tenant_login, head to asof_app, asof_auditor, asof_eraser;
revoke execute on function clock(), current_tenant(), create_tenant(text) from public;
grant execute on function current_tenant(), clock() to asof_app, asof_auditor, asof_eraser;
grant execute on function create_tenant(text) to asof_app;

-- The tenant of whoever names none, so that a new store can be written to at once.
with created as (insert into tenant (name) values ('default') returning tenant)
insert into head (tenant) select tenant from created;
