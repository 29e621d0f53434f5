-- Bank accounts read through an aggregator. Their statements have no document; they belong to the account.
alter table accounts add column is_bank boolean not null default false;

alter table bank_statement_submissions add column account_id uuid;
-- Keyed hash of sort code and account number, to recognise an account that was both uploaded and connected.
alter table bank_statement_submissions add column account_hash bytea;
-- Older releases always write both columns. They read rows without them only after a bank was connected.
-- squawk-ignore ban-drop-not-null
alter table bank_statement_submissions alter column document_id drop not null;
-- squawk-ignore ban-drop-not-null
alter table bank_statement_submissions alter column provenance drop not null;
alter table bank_statement_submissions add constraint bank_statement_submissions_account_fkey
  foreign key (client_id, account_id) references accounts on delete cascade not valid;
alter table bank_statement_submissions add constraint bank_statement_submissions_source
  check ((document_id is null) <> (account_id is null)) not valid;
