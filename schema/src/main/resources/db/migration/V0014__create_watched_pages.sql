-- Pages of the web that are looked at again and again: where each is, how its text is taken out, how often, and what the
-- next look needs of the last. Outside the chain, for it is work to be done and no statement: what a look found is an
-- observation, which the ledger covers, and the row is brought up to date in the transaction of that look.
-- A process takes a page by a lease; a look is written only under the lease that took it.
-- Locks: none on existing tables. Duration: milliseconds.

create table watched_page (
  tenant integer not null,
  document_key text not null,
  source text not null,
  scope text not null default '',
  document_id bigint,
  url text not null,
  selector text,
  without text,
  must_contain text,
  title text,
  language text,
  allows text[] not null default '{}',
  every_seconds integer not null,
  next_due timestamptz not null,
  lease uuid,
  leased_until timestamptz,
  claimed timestamptz,
  looked timestamptz,
  outcome text,
  note text,
  failures integer not null default 0,
  fetched timestamptz,
  final_url text,
  moved_to text,
  etag text,
  last_modified text,
  payload bytea,
  extractor text,
  version_id bigint,
  constraint watched_page_pk primary key (tenant, document_key, source, scope),
  constraint watched_page_tenant_exists foreign key (tenant) references tenant (tenant),
  constraint watched_page_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint watched_page_version_exists foreign key (tenant, version_id) references version (tenant, version_id),
  constraint watched_page_key_has_content check (document_key <> '' and length(document_key) <= 1024),
  constraint watched_page_source_has_content check (source <> ''),
  constraint watched_page_is_on_the_web check (url ~ '^https?://' and length(url) <= 8192),
  constraint watched_page_allows_what_is_known check (allows <@ array['other-host', 'http']),
  constraint watched_page_cadence_is_from_a_minute_to_a_year check (every_seconds between 60 and 31622400),
  constraint watched_page_outcome_is_known check (outcome in ('changed', 'technical', 'unchanged', 'gone', 'failed')),
  constraint watched_page_counts_failures check (failures >= 0),
  constraint watched_page_lease_ends check ((lease is null) = (leased_until is null)),
  constraint watched_page_payload_is_keyed check (length(payload) = 32),
  constraint watched_page_times_are_finite check (
    isfinite(next_due) and (leased_until is null or isfinite(leased_until)) and (looked is null or isfinite(looked)))
);
create index watched_page_by_due on watched_page (tenant, next_due);
comment on table watched_page is 'A page of the web that is looked at again and again, and how the last look went. Outside the chain; the looks are observations.';
comment on column watched_page.tenant is 'Tenant.';
comment on column watched_page.document_key is 'Key of the document that the page shows; there may be none before the first look.';
comment on column watched_page.source is 'Name of the source that the looks are recorded of; there may be none before the first look.';
comment on column watched_page.scope is 'For whom the page holds; empty: everyone.';
comment on column watched_page.document_id is 'The document; null before it is there.';
comment on column watched_page.url is 'Where the page is, as whoever watches it gave it.';
comment on column watched_page.selector is 'CSS of the elements whose text is wanted; null: the main text.';
comment on column watched_page.without is 'CSS of the elements that are left out; null: none.';
comment on column watched_page.must_contain is 'Words without which the page is taken for another one; null: none.';
comment on column watched_page.title is 'Title of the document; null: that of the page.';
comment on column watched_page.language is 'BCP 47 tag, where the page states none; null: unknown.';
comment on column watched_page.allows is 'Where redirects may lead: other-host, http (from https). Empty: neither.';
comment on column watched_page.every_seconds is 'How long after a look the next one is due, in seconds.';
comment on column watched_page.next_due is 'When the next look is due, by the clock of the database. UTC, microseconds.';
comment on column watched_page.lease is 'Names the process that looks at it now; null: none.';
comment on column watched_page.leased_until is 'When another process may take it all the same. UTC, microseconds.';
comment on column watched_page.claimed is 'When it was taken last. UTC, microseconds.';
comment on column watched_page.looked is 'When it was looked at last: system time of the observation. UTC, microseconds.';
comment on column watched_page.outcome is 'What the last look found: changed, technical (the extractor changed), unchanged, gone, failed.';
comment on column watched_page.note is 'What the last look met, where it found no text. Erasable.';
comment on column watched_page.failures is 'Failures since the last look that found a text, or that the page is gone.';
comment on column watched_page.fetched is 'When the page was last sent as a whole. UTC, microseconds.';
comment on column watched_page.final_url is 'Where the page was found after redirects; validators are sent there only. Erasable.';
comment on column watched_page.moved_to is 'Where the page says that it has moved for good; null: nowhere.';
comment on column watched_page.etag is 'ETag as the server sent it. It may be a hash of the text: erasable.';
comment on column watched_page.last_modified is 'Last-Modified as the server sent it; never a date of validity. Erasable.';
comment on column watched_page.payload is 'HMAC-SHA-256 under the pepper of the tenant over the hash of the bytes that were sent last. Erasable.';
comment on column watched_page.extractor is 'Extractor that took the text of version_id, and how it was set.';
comment on column watched_page.version_id is 'The version that the last look with a text saw.';

alter table watched_page enable row level security;
create policy watched_page_of_tenant on watched_page to asof_app
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy watched_page_of_tenant_to_read on watched_page for select to asof_auditor, asof_eraser
  using (tenant = (select current_tenant()));
create policy watched_page_erase on watched_page for update to asof_eraser
  using (tenant = (select current_tenant()) and is_erased_here(version_id))
  with check (tenant = (select current_tenant())
    and note is null and final_url is null and etag is null and last_modified is null and payload is null and version_id is null);
create policy watched_page_seen_by_caller on watched_page as restrictive using (
  document_id is null or document_id not in (select hidden from hidden_document() as hidden));
-- Before its document is there, a page is hidden by its key: the document may come, and be hidden, in another way.
create policy watched_page_key_seen_by_caller on watched_page as restrictive to asof_app using (
  document_id is not null or not key_is_hidden(document_key));
create policy watched_page_of_a_document on watched_page as restrictive to asof_auditor, asof_eraser using (document_id is not null);
grant select, delete, insert, update (document_id, url, selector, without, must_contain, title, language, allows, every_seconds,
  next_due, lease, leased_until, claimed, looked, outcome, note, failures, fetched, final_url, moved_to, etag, last_modified,
  payload, extractor, version_id) on watched_page to asof_app;
grant select on watched_page to asof_auditor;
grant select, update (note, final_url, etag, last_modified, payload, version_id) on watched_page to asof_eraser;
