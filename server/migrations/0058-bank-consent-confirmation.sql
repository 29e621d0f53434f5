-- In steps: the table may have many rows.
-- When the confirmation of a bank consent became due, and the client was notified. Null while it is not due.
alter table accounts add column if not exists confirmation_due_at timestamptz;
-- step
drop index concurrently if exists accounts_confirmations_due;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists accounts_confirmations_due on accounts (client_id, session_ends_at)
  where confirmation_due_at is not null and session is not null;
