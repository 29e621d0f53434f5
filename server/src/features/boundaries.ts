/**
 * All features in dependency order. A feature may only import from features listed before it, and only their public
 * files. server/test/boundaries.test.ts enforces this.
 */
export const features: readonly { name: string; holds: string; publicFiles: readonly string[] }[] = [
  { name: 'configuration', holds: 'settings of a client', publicFiles: ['service.ts'] },
  {
    name: 'access',
    holds: 'API keys, user tokens and journey links',
    publicFiles: ['service.ts', 'journey-devices.ts', 'links.ts'],
  },
  { name: 'users', holds: 'registered people', publicFiles: ['service.ts', 'schemas.ts'] },
  { name: 'members', holds: "a client's team and its sign-in", publicFiles: ['service.ts'] },
  { name: 'webhooks', holds: 'subscriptions, events and deliveries', publicFiles: ['service.ts'] },
  {
    name: 'reviews',
    holds: 'the work queue: review status, assignee, notes and decision of each user',
    publicFiles: ['service.ts', 'statuses.ts'],
  },
  {
    name: 'income-changes',
    holds: 'the task that follows changes to income data',
    publicFiles: ['service.ts'],
  },
  {
    name: 'identity',
    holds: 'comparison of sources with the registered person',
    publicFiles: ['service.ts', 'schemas.ts', 'compare.ts'],
  },
  { name: 'authorisations', holds: 'terms and consents', publicFiles: ['service.ts', 'schemas.ts'] },
  { name: 'clients', holds: 'creation of clients by the operator', publicFiles: [] },
  {
    name: 'providers',
    holds: 'the catalogue, rate limits and circuit breakers of providers',
    publicFiles: ['call-provider.ts', 'employer-search.ts', 'health.ts'],
  },
  {
    name: 'accounts',
    holds: 'logins at providers and their sessions',
    publicFiles: [
      'service.ts',
      'schemas.ts',
      'account-status.ts',
      'retrieved-facts.ts',
      'login/attempt.ts',
      'login/connections.ts',
      'login/device.ts',
      'login/limits.ts',
      'login/sign-out.ts',
      'oauth2/client-redirect.ts',
      'recurring/rules.ts',
      'recurring/schedule.ts',
    ],
  },
  {
    name: 'documents',
    holds: 'uploaded files, their extraction and provenance',
    publicFiles: [
      'service.ts',
      'erase.ts',
      'extract-submitted.ts',
      'extraction-requests.ts',
      'file-problems.ts',
      'provenance.ts',
      'provenance-routes.ts',
      'read-ahead.ts',
    ],
  },
  {
    name: 'bank-statements',
    holds: 'data extracted from bank statements',
    publicFiles: ['service.ts', 'bank-accounts.ts', 'credits.ts', 'store-statements.ts'],
  },
  {
    name: 'payroll',
    holds: 'retrieved and uploaded payslips',
    publicFiles: [
      'service.ts',
      'entries.ts',
      'income/duplicates.ts',
      'income/employments.ts',
      'income/pay.ts',
      'income/periods.ts',
      'recurring/checks.ts',
      'retrieval/direct-connection.ts',
      'retrieval/in-progress.ts',
      'retrieval/query.ts',
      'retrieval/retrieve.ts',
      'retrieval/store.ts',
      'submissions/store-uploaded.ts',
    ],
  },
  {
    name: 'bank-income',
    holds: 'bank accounts read through an aggregator',
    publicFiles: [],
  },
  { name: 'tax-income', holds: 'annual figures from HMRC', publicFiles: ['service.ts', 'wire.ts'] },
  {
    name: 'identity-review',
    holds: 'acceptance of data that shows another person',
    publicFiles: [],
  },
  {
    name: 'matches',
    holds: 'payslips matched with bank credits and tax years',
    publicFiles: ['match-pay.ts', 'match-tax-years.ts'],
  },
  {
    name: 'journeys',
    holds: "the hosted journey and the person's data page",
    publicFiles: [
      'events/funnel.ts',
      'events/schemas.ts',
      'pages/logo-images.ts',
      'person/notes.ts',
      'person/schemas.ts',
    ],
  },
  {
    name: 'income',
    holds: 'the income summary of a user',
    publicFiles: ['inclusions.ts', 'service.ts', 'schemas.ts'],
  },
  { name: 'expenditure', holds: 'affordability estimates', publicFiles: [] },
  { name: 'reports', holds: 'signed income reports and links to them', publicFiles: [] },
  { name: 'sandbox', holds: 'sandbox controls in the API', publicFiles: [] },
  { name: 'console', holds: "the console's pages", publicFiles: [] },
  { name: 'audit-log', holds: 'reading the audit log', publicFiles: [] },
  { name: 'activity', holds: 'activity counts, timeline and attention list', publicFiles: [] },
]

/** Files inside features that the operator commands in server/src/admin may also use. */
export const adminFiles: readonly string[] = [
  'access/service.ts',
  'accounts/login/guard.ts',
  'clients/service.ts',
  'documents/erase.ts',
  'documents/service.ts',
  'documents/storage-keys.ts',
  'members/service.ts',
  'users/service.ts',
  'webhooks/tasks.ts',
]
