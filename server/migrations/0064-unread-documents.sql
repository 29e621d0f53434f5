-- In steps: the table may have many rows.
-- Documents that were recognised but not read. It says nothing about the person; what is missing is sealed.
alter table documents add column if not exists is_unread boolean not null default false;
-- step
drop index concurrently if exists documents_unread;
-- step
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently if not exists documents_unread on documents (client_id, created_at) where is_unread;
