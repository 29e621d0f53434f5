-- Bank accounts read through an aggregator. Their statements have no document; they belong to the account.
alter table accounts add column is_bank boolean not null default false;
-- The table is small compared with submissions, and only accounts of banks are in the index.
-- squawk-ignore require-concurrent-index-creation
create index accounts_bank_consents on accounts (session_ends_at) where is_bank and status = 'AUTHORISED';

alter table bank_statement_submissions add column account_id uuid;
-- Keyed hash of sort code and account number, to recognise an account that was both uploaded and connected.
alter table bank_statement_submissions add column account_hash bytea;
alter table bank_statement_submissions alter column document_id drop not null;
alter table bank_statement_submissions alter column provenance drop not null;
alter table bank_statement_submissions add constraint bank_statement_submissions_account_fkey
  foreign key (client_id, account_id) references accounts on delete cascade not valid;
alter table bank_statement_submissions add constraint bank_statement_submissions_source
  check ((document_id is null) <> (account_id is null)) not valid;
-- No row has an account yet, so only a scan of the table delays writers.
-- squawk-ignore require-concurrent-index-creation
create index bank_statement_submissions_account on bank_statement_submissions (client_id, account_id)
  where account_id is not null;
