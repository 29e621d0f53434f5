-- In steps: the tables may have many rows.
-- Consents of banks by the time at which they end.
drop index concurrently if exists accounts_bank_consents;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists accounts_bank_consents on accounts (session_ends_at)
  where is_bank and status = 'AUTHORISED';
-- step
drop index concurrently if exists bank_statement_submissions_account;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists bank_statement_submissions_account
  on bank_statement_submissions (client_id, account_id) where account_id is not null;
