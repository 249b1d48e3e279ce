-- Which models a tenant's passages were embedded with. The row of a model fixes its dimension, so that vectors of two
-- dimensions never stand under one name; and it counts the vectors stored, so that the index can follow them: the number
-- is given under the lock of this row, so vectors become visible in its order and none is passed over.
-- Locks: embedding, which nothing has written yet, for milliseconds. Duration: milliseconds.

create table embedding_model (
  tenant integer not null,
  model text not null,
  dimension integer not null,
  stored bigint not null default 0,
  stored_at timestamptz not null default now(),
  constraint embedding_model_pk primary key (tenant, model),
  constraint embedding_model_has_one_dimension unique (tenant, model, dimension),
  constraint embedding_model_tenant_exists foreign key (tenant) references tenant (tenant),
  constraint embedding_model_is_named check (length(model) between 1 and 400),
  constraint embedding_model_has_components check (dimension between 1 and 4096),
  constraint embedding_model_counts check (stored >= 0)
);
comment on table embedding_model is 'A model with which passages of a tenant were embedded. A projection, outside the chain.';
comment on column embedding_model.tenant is 'Tenant.';
comment on column embedding_model.model is 'Id of the model; it changes with everything that its vectors depend on.';
comment on column embedding_model.dimension is 'Number of components of its vectors.';
comment on column embedding_model.stored is 'Number of the vector stored last; grows only.';
comment on column embedding_model.stored_at is 'When that was, by the clock of the database; tells apart the counts of a database and of its restored backup. UTC, microseconds.';

alter table embedding
  add column number bigint not null,
  add column stored_at timestamptz not null default now(),
  add constraint embedding_is_numbered unique (tenant, model, number),
  add constraint embedding_is_of_its_model foreign key (tenant, model, dimension)
    references embedding_model (tenant, model, dimension);
comment on column embedding.number is 'Its number among the vectors of the model, in the order in which they became visible; from 1, with gaps.';
comment on column embedding.stored_at is 'When it was stored, by the clock of the database. UTC, microseconds.';

alter table embedding_model enable row level security;
create policy embedding_model_of_tenant on embedding_model
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
grant select on embedding_model to asof_app, asof_auditor, asof_eraser;
grant insert, update (stored, stored_at) on embedding_model to asof_app;
