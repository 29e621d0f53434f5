// Which tables go with a client that is moved, parents before children. A test compares with the database: a table that is
// named in neither list fails it.

type Moved = {
  name: string
  /** By what rows are told apart where there is no primary key. */
  key?: string[]
  /** Columns that are another cell's business: made anew there, and not compared. */
  own?: string[]
  /** Copied only while the client is closed: it changes all the time, and nothing needs it before. */
  late?: true
}

export const moved: readonly Moved[] = [
  { name: 'configurations' },
  { name: 'client_keys', own: ['wrapped'] },
  { name: 'client_data_keys' },
  { name: 'users' },
  { name: 'user_keys' },
  { name: 'api_keys', own: ['last_used_at'] },
  { name: 'members', own: ['email_hash', 'password_hash'] },
  { name: 'member_codes' },
  { name: 'authorisation_terms' },
  { name: 'authorisations' },
  { name: 'journey_links' },
  { name: 'journey_steps' },
  { name: 'journey_counts' },
  { name: 'journey_invitations' },
  { name: 'accounts' },
  { name: 'account_moves' },
  { name: 'oauth2_journeys' },
  { name: 'uploads' },
  { name: 'documents' },
  { name: 'payroll_entries' },
  { name: 'payroll_submissions' },
  { name: 'bank_statement_submissions' },
  { name: 'tax_income_entries' },
  { name: 'tax_income_submissions' },
  { name: 'journey_notes' },
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

/** Why the others do not go this way. */
export const stays: Readonly<Record<string, string>> = {
  clients: 'its one row is written when the client arrives',
  audit_lines: 'taken over by adopt_audit_lines, which alone may write it',
  audit_heads: 'likewise',
  carried_token_keys: 'written when the client arrives',
  event_feeds: 'made anew: it depends on the numbers of the database',
  client_moves: 'each cell has its own row',
  cell_keys: 'of the cell',
  signing_keys: 'of the cell; the public halves go along as carried_token_keys',
  attestation_keys: 'of the cell; the public halves go along, retired',
  carried_peppers: 'of the cell; what members need goes along',
  sign_in_failures: 'of the cell: keyed, and over all clients',
  login_attempts: 'of the cell: keyed, and over all clients',
  task_paces: 'of the cell',
  turn_lines: 'of the cell',
  turn_waiters: 'of the cell',
  turn_takers: 'of the cell',
  provider_minutes: 'of the cell',
  provider_breakers: 'of the cell',
  migrations: 'of the database',
}
