-- The timeline of a user also tells that a link was sent by mail.
-- squawk-ignore require-concurrent-index-deletion
drop index audit_lines_told;
-- squawk-ignore require-concurrent-index-creation
create index audit_lines_told on audit_lines (client_id, subject_id, at) where action in (
  'user.changed', 'user_token.issued', 'user_token.revoked', 'journey.invited', 'journey.opened', 'journey.ended',
  'data.erased', 'account.requested', 'account.refused', 'account.reconnecting', 'payroll.requested', 'payroll.refused',
  'tax_income.requested', 'tax_income.refused', 'document.submitted', 'document.discarded');
