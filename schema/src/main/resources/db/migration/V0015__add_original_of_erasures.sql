-- Original files of erased versions, known again without being kept: a later version of an extractor takes another text
-- from the same file, and then the key of the text alone would let the file back in. An erasure from before this migration
-- knows its text only, for the hash of its original is gone.
-- Locks: erasure exclusively. Rows are not rewritten: the new column is null. Duration: milliseconds, and some for the index,
-- for erasures are few.

alter table erasure
  add column original_key bytea,
  add constraint erasure_original_key_is_sha256 check (length(original_key) = 32);
create index erasure_by_original on erasure (tenant, original_key) where original_key is not null;
comment on column erasure.original_key is 'HMAC-SHA-256 under the pepper of the tenant over document and SHA-256 of the original, or, where none was kept, of the payload digest that provenance named: the same file is not stored again as the document, whatever text is taken from it. Null: the version had no original, or was erased before this was kept. The ledger covers it where it is not null.';
