-- What has to exist before the first migration: the four roles, the schema and the one extension.
-- Run by Migrations as the login that owns the database, before Flyway, which then works as asof_owner. Roles belong to
-- the whole server and databases may be migrated side by side, so a role that is already there is no error.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['asof_owner', 'asof_app', 'asof_auditor', 'asof_eraser'] loop
    begin
      execute format('create role %I nologin', wanted);
    exception
      when duplicate_object or unique_violation then null;
    end;
  end loop;
  if not pg_has_role(current_user, 'asof_owner', 'usage') then
    execute format('grant asof_owner to %I', current_user);
  end if;
end
$$;

create schema if not exists asof authorization asof_owner;
create extension if not exists btree_gist;
