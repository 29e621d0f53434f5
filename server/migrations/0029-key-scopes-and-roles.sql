-- Limits of an API key. Null: every scope, any address. addresses: IP addresses and CIDR ranges.
alter table api_keys
  add column scopes text[],
  add column addresses text[];

-- Both new checks are wider than the old ones, so that existing rows need no check.
alter table members drop constraint members_role_check;
alter table members add constraint members_role_check
  check (role in ('Owner', 'Admin', 'FullMember', 'Support', 'Underwriter', 'Developer')) not valid;

-- approval: the invitation of an Admin by an API key, until an administrator approves it by e-mail.
alter table member_codes drop constraint member_codes_purpose_check;
alter table member_codes add constraint member_codes_purpose_check
  check (purpose in ('invitation', 'password-reset', 'mfa', 'approval')) not valid;
