-- Tokens by which the HTTP server knows its callers. They are no words of any document and stand outside the ledger: they
-- say who may ask now, and permission is never as of T.
-- Locks: none on existing tables. Duration: milliseconds.

create table api_token (
  tenant integer not null,
  token_id integer not null,
  name text not null,
  role text not null,
  labels text[] not null,
  hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  replaces integer,
  constraint api_token_pk primary key (tenant, token_id),
  constraint api_token_hash_is_unique unique (tenant, hash),
  constraint api_token_tenant_exists foreign key (tenant) references tenant (tenant),
  constraint api_token_replaces_one_of_its_tenant foreign key (tenant, replaces)
    references api_token (tenant, token_id),
  constraint api_token_is_counted_from_one check (token_id >= 1),
  constraint api_token_name_is_plain check (name ~ '^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,62}$'),
  constraint api_token_role_is_known check (role in ('reader', 'writer', 'auditor', 'admin')),
  constraint api_token_hash_is_sha256 check (length(hash) = 32),
  constraint api_token_times_are_finite check (
    isfinite(created_at) and isfinite(expires_at) and isfinite(revoked_at) and isfinite(last_used_at))
);
comment on table api_token is 'A token of the HTTP server: for one tenant, with a role and access labels. Never deleted, so that who could ask stays known.';
comment on column api_token.tenant is 'The one tenant that it is for.';
comment on column api_token.token_id is 'Its number in the tenant, from 1, by which people name it.';
comment on column api_token.name is 'For whom it is; the actor of what is written with it.';
comment on column api_token.role is 'reader, writer, auditor or admin.';
comment on column api_token.labels is 'Access labels that it holds; * alone: all of them.';
comment on column api_token.hash is 'SHA-256 of the token, which holds 256 random bits and is kept nowhere.';
comment on column api_token.created_at is 'When it was made, by the clock of the database. UTC, microseconds.';
comment on column api_token.expires_at is 'From when on it is refused. UTC, microseconds; null: never.';
comment on column api_token.revoked_at is 'When it was revoked. UTC, microseconds; null: it was not.';
comment on column api_token.last_used_at is 'When it was used last, to the minute. UTC; null: never.';
comment on column api_token.replaces is 'The token that it was rotated from; null: none.';

alter table api_token enable row level security;
create policy api_token_of_tenant on api_token
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
grant select on api_token to asof_app, asof_auditor;
grant insert, update (expires_at, revoked_at, last_used_at) on api_token to asof_app;

create function has_api_tokens() returns boolean
  language sql stable security definer set search_path = asof, pg_temp
as $$
  select exists (
    select from api_token
    where exists (
      select from tenant_login as granted
      where granted.login = session_user and (granted.tenant is null or granted.tenant = api_token.tenant)))
$$;
comment on function has_api_tokens is 'Whether any tenant that this login may reach has a token, revoked ones too: from the first one on, every request needs one.';
revoke execute on function has_api_tokens() from public;
grant execute on function has_api_tokens() to asof_app, asof_auditor;
