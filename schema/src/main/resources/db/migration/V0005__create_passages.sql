-- Passages and their embeddings: projections of section texts, outside the chain; they can be deleted and made again.
-- Locks: none on existing tables. Duration: milliseconds.

create table passage (
  tenant integer not null,
  text_id bigint not null,
  passage integer not null,
  start_at integer not null,
  end_at integer not null,
  constraint passage_pk primary key (tenant, text_id, passage),
  constraint passage_text_exists foreign key (tenant, text_id) references section_text (tenant, text_id),
  constraint passage_is_not_empty check (start_at >= 0 and end_at > start_at)
);
comment on table passage is 'A retrievable piece of a section text; never crosses a section.';
comment on column passage.tenant is 'Tenant.';
comment on column passage.text_id is 'The section text.';
comment on column passage.passage is 'Number of the passage in its text, from 0.';
comment on column passage.start_at is 'Offset of its first character in the body, in UTF-16 code units.';
comment on column passage.end_at is 'Offset after its last character, in UTF-16 code units.';

create table embedding (
  tenant integer not null,
  text_id bigint not null,
  passage integer not null,
  model text not null,
  dimension integer not null,
  vector bytea not null,
  constraint embedding_pk primary key (tenant, text_id, passage, model),
  constraint embedding_passage_exists foreign key (tenant, text_id, passage)
    references passage (tenant, text_id, passage) on delete cascade,
  constraint embedding_has_its_dimension check (dimension > 0 and length(vector) = 4 * dimension)
);
comment on table embedding is 'The vector of a passage under a model; kept so that a rebuilt index need not compute it again.';
comment on column embedding.tenant is 'Tenant.';
comment on column embedding.text_id is 'The section text.';
comment on column embedding.passage is 'Number of the passage in its text.';
comment on column embedding.model is 'Id of the model that made it; vectors of two models are never compared.';
comment on column embedding.dimension is 'Number of components.';
comment on column embedding.vector is 'The components: IEEE 754 single precision, little-endian.';

do $$
declare
  projected text;
begin
  foreach projected in array array['passage', 'embedding'] loop
    execute format('alter table %I enable row level security', projected);
    execute format('create policy %I on %I using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()))',
      projected || '_of_tenant', projected);
    execute format('grant select on %I to asof_app, asof_auditor, asof_eraser', projected);
    execute format('grant insert, delete on %I to asof_app, asof_eraser', projected);
  end loop;
end
$$;
