-- Sources, documents and their versions. A version holds its manifest, packed: the ordered sections and the texts they
-- have; an unchanged section text is stored once, however many versions hold it.
-- Locks: none on existing tables. Duration: milliseconds.
--
-- Every id is made by the store from the transaction that opened the row: sequence * 2^24 + a number inside the
-- transaction. So an id names its transaction, and the ledger and a table can be merged in id order.

create table source (
  tenant integer not null,
  source_id bigint not null,
  name text not null,
  salt bytea not null,
  digest bytea not null,
  system_from timestamptz not null,
  constraint source_pk primary key (tenant, source_id),
  constraint source_name_is_unique unique (tenant, name),
  constraint source_tenant_exists foreign key (tenant) references tenant (tenant)
);
comment on table source is 'Who says so: publisher, authority, crawler. What may change about a source is in source_setting.';
comment on column source.tenant is 'Tenant.';
comment on column source.source_id is 'Id of the source.';
comment on column source.name is 'Name by which records and commands call the source.';
comment on column source.salt is 'Random bytes that keep words from being guessed from the digest.';
comment on column source.digest is 'SHA-256 of salt and name; what the ledger covers.';
comment on column source.system_from is 'System time at which the source was recorded. UTC, microseconds.';

create table source_setting (
  tenant integer not null,
  source_setting_id bigint not null,
  source_id bigint not null,
  kind text not null,
  zone text,
  authority_rank integer,
  display text not null,
  excerpt_words integer,
  publisher text,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint source_setting_pk primary key (tenant, source_setting_id),
  constraint source_setting_source_exists foreign key (tenant, source_id) references source (tenant, source_id),
  constraint source_setting_kind_is_known check (kind in ('page', 'archive')),
  constraint source_setting_display_is_known check (display in ('full', 'excerpt', 'link')),
  constraint source_setting_excerpt_has_words check ((display = 'excerpt') = (excerpt_words is not null) and excerpt_words > 0),
  constraint source_setting_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint source_setting_system_is_not_empty check (system_to > system_from),
  constraint source_setting_no_overlap exclude using gist (tenant with =, source_id with =, system_during with &&)
);
comment on table source_setting is 'How a source is to be read: kept over system time, so that an answer as known at T reads it as it was set at T.';
comment on column source_setting.tenant is 'Tenant.';
comment on column source_setting.source_setting_id is 'Id of the row.';
comment on column source_setting.source_id is 'The source.';
comment on column source_setting.kind is 'page: shows each time what applies until further notice; archive: a collection of versions.';
comment on column source_setting.zone is 'Time zone (IANA) in which the source writes its dates; null: not known, the zone of the tenant is assumed.';
comment on column source_setting.authority_rank is 'Order among sources in an answer, smallest first; null: after all that have a rank. Decides order only, never truth.';
comment on column source_setting.display is 'What may be shown of a text: full, an excerpt, or only the link.';
comment on column source_setting.excerpt_words is 'Number of words an excerpt may have.';
comment on column source_setting.publisher is 'Who publishes or observes, in words.';
comment on column source_setting.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column source_setting.system_to is 'End of the system range, excluded; null: still held. UTC, microseconds.';
comment on column source_setting.system_during is 'The system range, [system_from, system_to).';

create table setting (
  tenant integer not null,
  setting_id bigint not null,
  name text not null,
  value text,
  system_from timestamptz not null,
  system_to timestamptz,
  system_during tstzrange not null generated always as (tstzrange(system_from, system_to, '[)')) stored,
  constraint setting_pk primary key (tenant, setting_id),
  constraint setting_tenant_exists foreign key (tenant) references tenant (tenant),
  constraint setting_system_is_finite check (isfinite(system_from) and (system_to is null or isfinite(system_to))),
  constraint setting_system_is_not_empty check (system_to > system_from),
  constraint setting_no_overlap exclude using gist (tenant with =, name with =, system_during with &&)
);
comment on table setting is 'Settings of a tenant, kept over system time.';
comment on column setting.tenant is 'Tenant.';
comment on column setting.setting_id is 'Id of the row.';
comment on column setting.name is 'Name of the setting: zone, ...';
comment on column setting.value is 'Its value; null: unset.';
comment on column setting.system_from is 'Start of the system range, included. UTC, microseconds.';
comment on column setting.system_to is 'End of the system range, excluded; null: still held. UTC, microseconds.';
comment on column setting.system_during is 'The system range, [system_from, system_to).';

create table document (
  tenant integer not null,
  document_id bigint not null,
  key text not null,
  salt bytea not null,
  digest bytea not null,
  system_from timestamptz not null,
  constraint document_pk primary key (tenant, document_id),
  constraint document_key_is_unique unique (tenant, key),
  constraint document_tenant_exists foreign key (tenant) references tenant (tenant),
  constraint document_key_has_content check (key <> '' and length(key) <= 1024)
);
comment on table document is 'The lasting identity (FRBR work) that versions are versions of.';
comment on column document.tenant is 'Tenant.';
comment on column document.document_id is 'Id of the document.';
comment on column document.key is 'Key, unique in the tenant; the same key from two sources is the same document.';
comment on column document.salt is 'Random bytes that keep words from being guessed from the digest.';
comment on column document.digest is 'SHA-256 of salt and key; what the ledger covers.';
comment on column document.system_from is 'System time at which the document was recorded. UTC, microseconds.';

create table section (
  tenant integer not null,
  section_id bigint not null,
  document_id bigint not null,
  key text not null,
  salt bytea not null,
  digest bytea not null,
  system_from timestamptz not null,
  constraint section_pk primary key (tenant, section_id),
  constraint section_key_is_unique unique (tenant, document_id, key),
  constraint section_document_exists foreign key (tenant, document_id) references document (tenant, document_id)
);
comment on table section is 'A part of a document, with a key that is stable across versions: article, clause, heading path.';
comment on column section.tenant is 'Tenant.';
comment on column section.section_id is 'Id of the section.';
comment on column section.document_id is 'The document.';
comment on column section.key is 'Key, unique in the document.';
comment on column section.salt is 'Random bytes that keep words from being guessed from the digest.';
comment on column section.digest is 'SHA-256 of salt and key; what the ledger covers.';
comment on column section.system_from is 'System time at which the section was first recorded. UTC, microseconds.';

create table section_text (
  tenant integer not null,
  text_id bigint not null,
  sha256 bytea,
  title text,
  body text,
  salt bytea,
  digest bytea not null,
  system_from timestamptz not null,
  constraint section_text_pk primary key (tenant, text_id),
  constraint section_text_is_stored_once unique (tenant, sha256),
  constraint section_text_tenant_exists foreign key (tenant) references tenant (tenant),
  constraint section_text_hash_is_sha256 check (length(sha256) = 32)
);
comment on table section_text is 'The immutable text of a section, content-addressed: stored once, however many versions hold it.';
comment on column section_text.tenant is 'Tenant.';
comment on column section_text.text_id is 'Id of the text.';
comment on column section_text.sha256 is 'SHA-256 of the body in UTF-8, or of title, a zero byte and the body where there is a title; the address. Null once erased.';
comment on column section_text.title is 'Heading of the section, where it has one. Erasable.';
comment on column section_text.body is 'The text, exactly as it stood in the version. Erasable.';
comment on column section_text.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';
comment on column section_text.digest is 'SHA-256 of salt, title and body; what the ledger covers.';
comment on column section_text.system_from is 'System time at which the text was first recorded. UTC, microseconds.';

create table version (
  tenant integer not null,
  version_id bigint not null,
  document_id bigint not null,
  source_id bigint not null,
  label text,
  title text,
  language text,
  media_type text not null,
  url text,
  sha256 bytea,
  normalised_sha256 bytea,
  byte_length integer not null,
  technical boolean not null default false,
  change text,
  provenance json,
  splitter text not null,
  sections bigint[] not null,
  texts bigint[] not null,
  body_text bigint,
  section_dates json,
  salt bytea,
  digest bytea not null,
  system_from timestamptz not null,
  constraint version_pk primary key (tenant, version_id),
  constraint version_document_exists foreign key (tenant, document_id) references document (tenant, document_id),
  constraint version_source_exists foreign key (tenant, source_id) references source (tenant, source_id),
  constraint version_manifest_pairs check (cardinality(sections) = cardinality(texts)),
  constraint version_hash_is_sha256 check (length(sha256) = 32 and length(normalised_sha256) = 32)
);
create index version_by_document on version (tenant, document_id, version_id);
comment on table version is 'One immutable text of a document (FRBR expression), with its manifest.';
comment on column version.tenant is 'Tenant.';
comment on column version.version_id is 'Id of the version.';
comment on column version.document_id is 'The document.';
comment on column version.source_id is 'The source that brought the text.';
comment on column version.label is 'Name of the version in its source. Erasable.';
comment on column version.title is 'Title of the document in this version. Erasable.';
comment on column version.language is 'Language of the text, BCP 47.';
comment on column version.media_type is 'Media type of the text: text/markdown, text/plain.';
comment on column version.url is 'Where the source shows the text; the page may have changed since. Erasable.';
comment on column version.sha256 is 'SHA-256 of the text in UTF-8. Null once erased.';
comment on column version.normalised_sha256 is 'SHA-256 of the text with white space, Unicode form and quotation marks made alike: tells a substantive change from a typographic one. Null once erased.';
comment on column version.byte_length is 'Length of the text in UTF-8, bytes.';
comment on column version.technical is 'The extractor changed, not the meaning.';
comment on column version.change is 'What the record said it is relative to the one before: first, amendment, ...';
comment on column version.provenance is 'Where the text comes from and what the source stated, as it was recorded. Erasable.';
comment on column version.splitter is 'How the version was cut into sections; fixed per version.';
comment on column version.sections is 'Manifest: ids of the sections in order.';
comment on column version.texts is 'Manifest: ids of the section texts, in the same order.';
comment on column version.body_text is 'Id of the whole text, where the sections are no exact cut of it; null: the sections in order are the text.';
comment on column version.section_dates is 'Validity that single sections state themselves: section id, from, to, state, as written.';
comment on column version.salt is 'Random bytes that keep erased words from being guessed from the digest. Erasable.';
comment on column version.digest is 'SHA-256 of salt, label, title, url, provenance, section dates and content hashes; what the ledger covers.';
comment on column version.system_from is 'System time at which the version was recorded. UTC, microseconds.';

do $$
declare
  appended text;
begin
  foreach appended in array array['source', 'document', 'section', 'section_text', 'version'] loop
    execute format('alter table %I enable row level security', appended);
    execute format('create policy %I on %I for select using (tenant = (select current_tenant()))', appended || '_of_tenant', appended);
    execute format('create policy %I on %I for insert with check (tenant = (select current_tenant())
      and system_from between (select span_from()) and (select span_to()))', appended || '_of_this_span', appended);
    execute format('grant select on %I to asof_app, asof_auditor, asof_eraser', appended);
    execute format('grant insert on %I to asof_app', appended);
  end loop;
end
$$;

do $$
declare
  closable text;
begin
  foreach closable in array array['source_setting', 'setting'] loop
    execute format('alter table %I enable row level security', closable);
    execute format('create policy %I on %I for select using (tenant = (select current_tenant()))', closable || '_of_tenant', closable);
    execute format('create policy %I on %I for insert with check (tenant = (select current_tenant())
      and system_from between (select span_from()) and (select span_to())
      and (system_to is null or ((select span_carries()) and system_to <= (select span_to()))))', closable || '_opened_in_this_span', closable);
    execute format('create policy %I on %I for update using (tenant = (select current_tenant()) and system_to is null)
      with check (tenant = (select current_tenant()) and system_to between (select span_from()) and (select span_to()))',
      closable || '_closed_in_this_span', closable);
    execute format('grant select on %I to asof_app, asof_auditor, asof_eraser', closable);
    execute format('grant insert, update (system_to) on %I to asof_app', closable);
  end loop;
end
$$;

grant update (sha256, title, body, salt) on section_text to asof_eraser;
grant update (label, title, url, sha256, normalised_sha256, provenance, salt) on version to asof_eraser;
create policy section_text_erase on section_text for update to asof_eraser
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
create policy version_erase on version for update to asof_eraser
  using (tenant = (select current_tenant())) with check (tenant = (select current_tenant()));
