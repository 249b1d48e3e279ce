-- The indexes behind the exclusion constraints are for the constraints alone. A plain scan of a GiST index that is
-- started again inside one query (a nested loop does that) remembers places of dead entries from before, and where the
-- page was split meanwhile it marks living entries dead: rows are there, and no reader by that index finds them any
-- more. Seen on PostgreSQL 18.6. The predicate is true for every row and stated by no query, so that no plan can
-- use these indexes; checking the constraint reads each once and from the beginning. What they were read for has
-- b-trees. Rebuilding heals an index that lost entries, and fails where a row came in that the lost ones forbid.
-- Locks: each table exclusively while its index is built. Duration: some seconds per million rows.

alter table document_validity
  drop constraint document_validity_no_overlap,
  add constraint document_validity_no_overlap exclude using gist (
    tenant with =, document_id with =, source_id with =, state with =, scope with =, valid_during with &&, system_during with &&)
    where (tenant + 0 > 0);
create index document_validity_by_document on document_validity (tenant, document_id, validity_id);

alter table section_validity
  drop constraint section_validity_no_overlap,
  add constraint section_validity_no_overlap exclude using gist (
    tenant with =, document_id with =, source_id with =, state with =, scope with =, section_id with =, implied with =,
    valid_during with &&, system_during with &&)
    where (tenant + 0 > 0);
create index section_validity_by_document on section_validity (tenant, document_id, validity_id);

alter table source_setting
  drop constraint source_setting_no_overlap,
  add constraint source_setting_no_overlap exclude using gist (
    tenant with =, source_id with =, valid_during with &&, system_during with &&)
    where (tenant + 0 > 0);
create index source_setting_by_source on source_setting (tenant, source_id);

alter table setting
  drop constraint setting_no_overlap,
  add constraint setting_no_overlap exclude using gist (tenant with =, name with =, system_during with &&)
    where (tenant + 0 > 0);

alter table document_label
  drop constraint document_label_no_overlap,
  add constraint document_label_no_overlap exclude using gist (
    tenant with =, document_id with =, label with =, system_during with &&)
    where (tenant + 0 > 0);
create index document_label_by_document on document_label (tenant, document_id);

alter table version_mark
  drop constraint version_mark_no_overlap,
  add constraint version_mark_no_overlap exclude using gist (tenant with =, version_id with =, system_during with &&)
    where (tenant + 0 > 0);
create index version_mark_by_version on version_mark (tenant, version_id);

alter table hold
  drop constraint hold_no_overlap,
  add constraint hold_no_overlap exclude using gist (
    tenant with =, document_id with =, matter with =, system_during with &&)
    where (tenant + 0 > 0);
create index hold_by_document on hold (tenant, document_id);
