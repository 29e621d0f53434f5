-- In steps: the table may have many rows. A filter of the work queue by status or severity reads one range of these indexes for
-- each pair of status and severity, and each range is in the order of the sort.
drop index concurrently if exists users_review_filtered;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_filtered
  on users (client_id, review_status, review_severity, review_updated_at, id);
-- step
drop index concurrently if exists users_review_filtered_gross;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists users_review_filtered_gross
  on users (client_id, review_status, review_severity, review_gross, review_updated_at, id);
