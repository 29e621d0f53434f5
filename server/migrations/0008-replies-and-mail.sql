-- The reply to a request with an Idempotency-Key, stored in the request's own transaction. A reply about
-- a user is sealed under that user's key and goes with the user.
create table idempotent_replies (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  operation text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  status smallint not null,
  sealed bytea not null,
  user_id uuid,
  expires_at timestamptz not null,
  primary key (client_id, operation, key_hash),
  foreign key (client_id, user_id) references users on delete cascade
);
call make_tenant_table('idempotent_replies');
create index idempotent_replies_expiry on idempotent_replies (expires_at);
create index idempotent_replies_user on idempotent_replies (client_id, user_id) where user_id is not null;

-- Mail to send, written with the fact that caused it. sealed: recipient and text under the client's data key.
create table outgoing_mails (
  client_id uuid not null default current_client_id() references clients on delete cascade,
  id uuid not null,
  sealed bytea not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
call make_tenant_table('outgoing_mails');
create index outgoing_mails_due on outgoing_mails (due_at);
