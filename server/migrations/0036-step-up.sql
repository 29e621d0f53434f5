-- When the member of a session last proved who they are: at the sign-in, or later by authenticating again. Dangerous operations need a
-- recent time.
alter table member_sessions add column authenticated_at timestamptz not null default now();
update member_sessions set authenticated_at = created_at;
