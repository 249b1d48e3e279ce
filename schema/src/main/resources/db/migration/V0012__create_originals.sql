-- The original bytes of a version (PDF, DOCX, HTML ...), beside the text that was taken from them: in pieces, so that a
-- large file streams through little memory. A version has one original at most, and an original belongs to one version:
-- bytes are not shared, so erasing a version erases its original without asking who else holds it.
-- Locks: transaction exclusively, while its policy is replaced. Duration: milliseconds.

create table original (
  tenant integer not null,
  original_id bigint not null,
  document_id bigint not null,
  version_id bigint not null,
  media_type text not null,
  byte_length bigint not null,
  sha256 bytea,
  salt bytea,
  digest bytea not null,
  system_from timestamptz not null,
  constraint original_pk primary key (tenant, original_id),
  constraint original_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint original_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint original_is_one_for_a_version unique (tenant, version_id),
  constraint original_media_type_has_content check (media_type <> '' and length(media_type) <= 255),
  constraint original_has_bytes check (byte_length > 0),
  constraint original_hash_is_sha256 check (length(sha256) = 32)
);
comment on table original is 'The original of a version: the bytes that its text was taken from, which stand in original_piece.';
comment on column original.tenant is 'Tenant.';
comment on column original.original_id is 'Id of the original.';
comment on column original.document_id is 'The document.';
comment on column original.version_id is 'The version whose text was taken from it.';
comment on column original.media_type is 'Media type, by the content and not by a name: application/pdf, text/html ...';
comment on column original.byte_length is 'Number of bytes.';
comment on column original.sha256 is 'SHA-256 of the bytes. Null once erased.';
comment on column original.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';
comment on column original.digest is 'SHA-256 of salt and content hash; what the ledger covers.';
comment on column original.system_from is 'System time at which the original was recorded. UTC, microseconds.';

create table original_piece (
  tenant integer not null,
  original_id bigint not null,
  piece integer not null,
  bytes bytea not null,
  constraint original_piece_pk primary key (tenant, original_id, piece),
  constraint original_piece_original_exists foreign key (tenant, original_id) references original (tenant, original_id),
  constraint original_piece_is_counted_from_zero check (piece >= 0),
  constraint original_piece_has_bytes check (length(bytes) between 1 and 1048576)
);
comment on table original_piece is 'The bytes of originals, in pieces. Under the chain through the hash of the original. Deleted in an erasure.';
comment on column original_piece.tenant is 'Tenant.';
comment on column original_piece.original_id is 'The original.';
comment on column original_piece.piece is 'Number of the piece, from 0 without gaps.';
comment on column original_piece.bytes is 'Its bytes, up to a mebibyte.';

alter table original enable row level security;
create policy original_of_tenant on original for select using (tenant = (select current_tenant()));
create policy original_of_this_span on original for insert with check (
  tenant = (select current_tenant()) and system_from between (select span_from()) and (select span_to())
  and exists (
    select from version
    where version.tenant = original.tenant and version.version_id = original.version_id
      and version.document_id = original.document_id and version.system_from = original.system_from));
create policy original_seen_by_caller on original as restrictive using (
  document_id not in (select hidden from hidden_document() as hidden));
create policy original_erase on original for update to asof_eraser
  using (tenant = (select current_tenant()) and is_erased_here(version_id) and not is_held(document_id))
  with check (tenant = (select current_tenant()) and sha256 is null and salt is null);
grant select on original to asof_app, asof_auditor, asof_eraser;
grant insert on original to asof_app;
grant update (sha256, salt) on original to asof_eraser;

-- A piece is seen, added and erased where its original is: nobody adds bytes to an original of an earlier transaction.
alter table original_piece enable row level security;
create policy original_piece_of_tenant on original_piece for select using (tenant = (select current_tenant()));
create policy original_piece_of_this_span on original_piece for insert with check (
  tenant = (select current_tenant())
  and exists (
    select from original
    where original.tenant = original_piece.tenant and original.original_id = original_piece.original_id
      and original.system_from between span_from() and span_to()));
create policy original_piece_seen_by_caller on original_piece as restrictive using (
  exists (
    select from original
    where original.tenant = original_piece.tenant and original.original_id = original_piece.original_id));
create policy original_piece_erase on original_piece for delete to asof_eraser using (
  tenant = (select current_tenant())
  and exists (
    select from original
    where original.tenant = original_piece.tenant and original.original_id = original_piece.original_id
      and is_erased_here(original.version_id) and not is_held(original.document_id)));
grant select on original_piece to asof_app, asof_auditor, asof_eraser;
grant insert on original_piece to asof_app;
grant delete on original_piece to asof_eraser;

-- A transaction shows its words where a row of it is seen. The rows so far, and originals.
do $$
declare
  shows text := pg_get_expr(
    (select polqual from pg_policy where polname = 'transaction_seen_by_caller' and polrelid = 'transaction'::regclass),
    'transaction'::regclass);
begin
  execute format('alter policy transaction_seen_by_caller on transaction using (%s or exists ('
    'select from original as written where written.tenant = transaction.tenant'
    ' and written.original_id >= transaction.sequence << 24'
    ' and written.original_id < (transaction.sequence + 1) << 24))', shows);
end
$$;
