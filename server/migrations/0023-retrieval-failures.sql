-- Why the last retrieval of an account, or its login, failed: a code of docs/errors.md or a reason of its history. Null after a
-- success. Older processes leave it null, which reads as "reason not known".
alter table accounts add column retrieval_failure text;
