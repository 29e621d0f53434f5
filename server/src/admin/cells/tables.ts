// Tables that are copied when a client is moved, with parents before children. A test fails for a table that is
// neither in this list nor in `tablesNotMoved`.

type MovedTable = {
  name: string
  /** Columns that identify a row if there is no primary key. */
  key?: string[]
  /** Columns that each cell sets itself. They are not compared, and not overwritten in existing rows. */
  own?: string[]
  /** The table is copied only while the client is closed, because it changes constantly and is not needed earlier. */
  late?: true
}

export const movedTables: readonly MovedTable[] = [
  { name: 'configurations' },
  { name: 'client_keys', own: ['wrapped'] },
  { name: 'client_data_keys' },
  { name: 'users' },
  { name: 'user_keys' },
  { name: 'api_keys', own: ['last_used_at'] },
  { name: 'members', own: ['email_hash', 'password_hash'] },
  { name: 'member_codes' },
  { name: 'member_totp' },
  { name: 'member_passkeys' },
  { name: 'sso_providers' },
  { name: 'member_policies' },
  { name: 'member_sso_links' },
  { name: 'member_sessions', own: ['last_used_at'] },
  { name: 'notice_counts' },
  { name: 'authorisation_terms' },
  { name: 'authorisations' },
  { name: 'journey_links' },
  { name: 'journey_steps' },
  { name: 'journey_counts' },
  { name: 'journey_progress' },
  { name: 'journey_invitations' },
  { name: 'journey_reminders' },
  { name: 'journey_devices' },
  { name: 'journey_return_codes' },
  { name: 'employer_search_misses' },
  { name: 'missing_documents' },
  { name: 'accounts' },
  { name: 'account_moves' },
  { name: 'oauth2_journeys' },
  { name: 'login_tries' },
  { name: 'reading_times' },
  { name: 'uploads' },
  { name: 'documents' },
  { name: 'identity_reviews' },
  { name: 'payroll_entries' },
  { name: 'payroll_submissions' },
  { name: 'bank_statement_submissions' },
  { name: 'tax_income_entries' },
  { name: 'tax_income_submissions' },
  { name: 'journey_notes' },
  { name: 'income_inclusions' },
  { name: 'income_summaries' },
  { name: 'report_links' },
  { name: 'idempotent_replies' },
  { name: 'webhooks' },
  { name: 'webhook_sequences' },
  { name: 'events' },
  { name: 'deliveries' },
  { name: 'delivery_attempts', key: ['delivery_id'] },
  { name: 'activity_counts', key: ['day', 'name'] },
  { name: 'ended_tasks', key: ['id'] },
  { name: 'dead_tasks' },
  { name: 'webhook_queues', late: true },
  { name: 'outgoing_mails', late: true },
  { name: 'tasks', late: true },
  { name: 'list_heads', late: true },
  { name: 'list_counts', late: true },
]

/** The tables that are not copied, with the reason. */
export const tablesNotMoved: Readonly<Record<string, string>> = {
  clients: 'its row is written when the client arrives',
  audit_lines: 'copied by adopt_audit_lines, the only function that may write it',
  audit_heads: 'likewise',
  carried_token_keys: 'written when the client arrives',
  event_feeds: 'recreated: it depends on the transaction ids of the database',
  client_moves: 'each cell has its own row',
  cell_keys: 'of the cell',
  signing_keys: 'of the cell; the public halves are copied to carried_token_keys',
  attestation_keys: 'of the cell; the public halves are copied as retired keys',
  carried_peppers: 'of the cell; the peppers that members need are copied',
  sign_in_failures: 'of the cell: keyed with a cell key and shared by all clients',
  login_attempts: 'of the cell: keyed with a cell key and shared by all clients',
  clock_checks: 'of the database',
  task_paces: 'of the cell',
  turn_lines: 'of the cell',
  turn_waiters: 'of the cell',
  turn_takers: 'of the cell',
  provider_minutes: 'of the cell',
  provider_breakers: 'of the cell',
  migrations: 'of the database',
}
