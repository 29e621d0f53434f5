-- Where a person may put a file, once, for a quarter of an hour. sealed: its name and the client's own id of it.
create table uploads (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('payslip', 'bank_statement')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  taken_at timestamptz,
  sealed bytea not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('uploads');
create index uploads_user on uploads (client_id, user_id);
create index uploads_age on uploads (created_at);

-- Files that passed every check; the file itself is in the object store, encrypted with the user's key.
-- file_hash, content_hash: of the bytes and of the words, keyed. sealed: name, external id, sha256, findings, metadata.
create table documents (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  authorisation_id uuid not null,
  type text not null check (type in ('payslip', 'bank_statement')),
  created_at timestamptz not null default now(),
  bytes integer not null,
  pages integer not null,
  file_hash bytea not null,
  content_hash bytea,
  external_hash bytea,
  trust_score text check (trust_score in ('Low', 'Medium', 'High')),
  reader_version text not null,
  sealed bytea not null,
  primary key (client_id, id),
  unique (client_id, user_id, file_hash),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, authorisation_id) references authorisations
);
call make_tenant_table('documents');
alter table documents alter column sealed set storage external;
create index documents_user on documents (client_id, user_id, created_at desc, id desc);
create index documents_content on documents (client_id, content_hash) where content_hash is not null;
create index documents_file on documents (client_id, file_hash);
create index documents_authorisation on documents (client_id, authorisation_id);

-- sealed: the statement in the words of the interface; provenance: where each value stands on the paper.
create table bank_statement_submissions (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  document_id uuid not null,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  sealed bytea not null,
  provenance bytea not null,
  primary key (client_id, id),
  foreign key (client_id, user_id) references users on delete cascade,
  foreign key (client_id, document_id) references documents on delete cascade,
  foreign key (client_id, authorisation_id) references authorisations
);
call make_tenant_table('bank_statement_submissions');
alter table bank_statement_submissions alter column sealed set storage external;
alter table bank_statement_submissions alter column provenance set storage external;
create index bank_statement_submissions_user on bank_statement_submissions (client_id, user_id, created_at desc, id desc);
create index bank_statement_submissions_document on bank_statement_submissions (client_id, document_id);
create index bank_statement_submissions_authorisation on bank_statement_submissions (client_id, authorisation_id);

alter table payroll_submissions add column provenance bytea;
alter table payroll_submissions alter column provenance set storage external;
-- No row has a document yet, so that only a scan of the table holds writers up.
-- squawk-ignore require-concurrent-index-creation
create index payroll_submissions_by_document on payroll_submissions (client_id, document_id) where document_id is not null;
