-- Where a person may put a file, once, for a quarter of an hour; its id becomes that of the document. sealed: its name and
-- the client's own id of it. expires_at: until when it can be submitted; taken_at: when it was; done_at: when it became a
-- document or was refused.
create table uploads (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('payslip', 'bank_statement')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  taken_at timestamptz,
  done_at timestamptz,
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
-- credits: the money that came in, for the comparison with payslips; first_day, last_day: what the statement covers.
create table bank_statement_submissions (
  client_id uuid not null default current_client_id(),
  id uuid not null,
  user_id uuid not null,
  document_id uuid not null,
  authorisation_id uuid not null,
  created_at timestamptz not null default now(),
  first_day date,
  last_day date,
  sealed bytea not null,
  credits bytea not null,
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
-- A figure without its paper proves nothing: it goes with it. No row has a document yet, so that none has to be looked at.
alter table payroll_submissions add constraint payroll_submissions_document_fkey
  foreign key (client_id, document_id) references documents on delete cascade not valid;
-- No row has a document yet, so that only a scan of the table holds writers up.
-- squawk-ignore require-concurrent-index-creation
create index payroll_submissions_by_document on payroll_submissions (client_id, document_id) where document_id is not null;
-- The same payslip in another file is stored once for a user.
-- squawk-ignore require-concurrent-index-creation
create unique index payroll_submissions_once_uploaded on payroll_submissions (client_id, user_id, natural_hash)
  where account_id is null;
-- squawk-ignore require-concurrent-index-creation
create index payroll_submissions_paid on payroll_submissions (client_id, user_id, pay_date desc, id desc);

-- Sign copies of submissions that others check long after. A retired key loses its private half, which is sealed under
-- the cell key; the public half stays published for ever.
create table attestation_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
grant select, insert, update on attestation_keys to payproof_system;
