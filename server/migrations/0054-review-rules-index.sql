-- In steps: the table may have many rows.
drop index concurrently if exists users_review_advice;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_advice
  on users (client_id, review_advice, review_updated_at, id);
