-- A request that answers with the result of a task is stored without its reply first; whoever sees the task end,
-- perhaps another process after a repeat, adds the reply.
alter table idempotent_replies add column task_id uuid;
-- squawk-ignore ban-drop-not-null
alter table idempotent_replies alter column status drop not null;
-- squawk-ignore ban-drop-not-null
alter table idempotent_replies alter column sealed drop not null;
