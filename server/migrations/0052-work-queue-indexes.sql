-- In steps: the table may have many rows. Each sort of the list has an index that ends with the same columns.
drop index concurrently if exists users_review_updated;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_updated
  on users (client_id, review_updated_at, id);
-- step
drop index concurrently if exists users_review_status;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_status
  on users (client_id, review_status, review_updated_at, id);
-- step
drop index concurrently if exists users_review_gross;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_gross
  on users (client_id, review_gross, review_updated_at, id);
-- step
drop index concurrently if exists users_review_severity;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_severity
  on users (client_id, review_severity, review_updated_at, id);
-- step
drop index concurrently if exists users_review_assignee;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_assignee
  on users (client_id, review_assignee, review_updated_at, id) where review_assignee is not null;
-- step
-- Reviews whose status has not been sent to webhooks, and reviews that may stall, over all clients.
drop index concurrently if exists users_review_unannounced;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_unannounced
  on users (review_status_at) where review_status <> review_announced;
-- step
drop index concurrently if exists users_review_unfinished;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_unfinished
  on users (review_status_at) where review_status between 1 and 3;
