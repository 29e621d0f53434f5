/** A page of the site: its Markdown source in the repository, its path, title and one-line description. */
export type Page = { source: string; address: string; title: string; about: string }
export type Section = { title: string; pages: readonly Page[] }

/** Source of the generated page that lists all operations. */
export const operationsSource = 'server/openapi.json'

/** URLs of repository files that the server serves. */
export const served: Record<string, string> = {
  [operationsSource]: '/openapi.json',
}

const page = (source: string, address: string, title: string, about: string): Page => ({
  source,
  address,
  title,
  about,
})
const guide = (name: string, title: string, about: string) =>
  page(`docs/guides/${name}.md`, `guides/${name}`, title, about)

const runbook = (name: string, title: string, about: string) =>
  page(`docs/operations/${name}.md`, `operations/${name}`, title, about)

/** All pages. Sidebar, URLs, `llms.txt` and page order are derived from this list. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      page('docs/README.md', 'index', 'Overview', 'What Payproof does, and where to begin.'),
      guide('quickstart', 'Quickstart', 'From nothing to a verified webhook with payslips.'),
      guide('concepts', 'Concepts', 'The terms of the service, and how they relate.'),
      guide(
        'providers',
        'Providers and coverage',
        'Which sources can be connected today, and what each one needs.',
      ),
      guide(
        'new-connector',
        'Write a connector',
        'Add a payroll provider from its API documents, step by step.',
      ),
      page(
        'examples/lender/README.md',
        'lender',
        'Example lender',
        'A small lender that embeds the journey.',
      ),
      page(
        'examples/embed/README.md',
        'embed-example',
        'Example of embedding',
        'Pages that embed the journey with React, and without.',
      ),
    ],
  },
  {
    title: 'API basics',
    pages: [
      guide('authentication', 'Authentication', 'API keys, user tokens, member sign-in, and which to use.'),
      guide('pagination', 'Pagination', 'Read lists page by page with a cursor, and filter them.'),
      guide('rate-limits', 'Rate limits', 'The limits in numbers, the headers, and how to stay below them.'),
      guide('errors-and-retries', 'Errors and retries', 'The error format, what to retry, and backoff.'),
      guide('idempotency', 'Idempotency', 'Repeat a request safely with an Idempotency-Key.'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('accounts', 'Accounts and second factors', 'Connect a payroll account, handle MFA and OAuth2.'),
      guide('payroll', 'Payroll', 'How payslips are retrieved, and what their fields mean.'),
      guide(
        'documents',
        'Documents',
        'Upload payslips and bank statements, and trace each value to its source.',
      ),
      guide(
        'bank-connections',
        'Bank connections',
        'Transactions of bank accounts, with consent at the bank.',
      ),
      guide('tax-authority', 'Tax authority', 'Income by tax year from the tax authority, with consent.'),
      guide(
        'income-summary',
        'Income summary',
        'One answer from all sources: figures, evidence, risks, and the rules.',
      ),
      guide('income-report', 'Income report', 'A signed report to file or share, and how to verify it.'),
      guide(
        'reviews',
        'Reviews and the work queue',
        'Status, assignee, notes and decision; search, CSV and requests.',
      ),
      guide('affordability', 'Affordability', 'Expenditure estimates: the model, its sources and limits.'),
      guide(
        'webhooks',
        'Webhooks',
        'Receive, verify, decrypt and acknowledge deliveries; rotate secrets; redeliver.',
      ),
      guide('webhook-events', 'Webhook event catalogue', 'Every event: when it is sent, and its payload.'),
      guide(
        'journey',
        'Hosted journey and embedding',
        'The hosted pages for applicants, by link or embedded.',
      ),
      guide(
        'embedding',
        'Embed with TypeScript or React',
        'The journey in your page, with typed events and React components.',
      ),
      page(
        'docs/screens.md',
        'screens',
        'Screens',
        'What the hosted journey and the team console look like.',
      ),
      guide('testing', 'Testing', 'Test your integration in the sandbox and in continuous integration.'),
      guide('go-live', 'Go-live checklist', 'What to check before the first real applicant.'),
      guide('troubleshooting', 'Troubleshooting', 'Symptoms, causes and fixes.'),
      guide('faq', 'FAQ', 'Short answers to common questions.'),
    ],
  },
  {
    title: 'Sandbox',
    pages: [
      guide('sandbox', 'People and passwords', 'Fictional people, and passwords that select a behaviour.'),
      guide('sandbox-providers', 'Providers', 'Every API of the simulated providers.'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page(operationsSource, 'api', 'API', 'Every operation of the API, by chapter.'),
      page(
        'docs/protocol-facts.md',
        'protocol-facts',
        'Protocol facts',
        'Rules of real providers that the simulators follow, each with its reference and test.',
      ),
      page('docs/errors.md', 'errors', 'Errors', 'Every error code, and what to do about it.'),
      page('sdk/README.md', 'sdk', 'SDK', 'The TypeScript client and the webhook kit.'),
      page('embed/README.md', 'embed', 'Embedding package', 'The journey in a page, with or without React.'),
      page('python/README.md', 'python', 'Python SDK', 'The Python client and its webhook kit.'),
      page(
        'payproof-sandbox/README.md',
        'payproof-sandbox',
        'Sandbox on your machine',
        'The whole service with one command, without root and without Docker.',
      ),
      page('cli/README.md', 'cli', 'Command line', 'The API from a terminal; webhooks without a tunnel.'),
      guide(
        'mcp',
        'MCP server',
        'Let AI assistants read the documentation, try the sandbox and read checks.',
      ),
    ],
  },
  {
    title: 'Trust',
    pages: [
      guide(
        'security-and-privacy',
        'Security and privacy',
        'What is stored, who can read it, how it is erased.',
      ),
      guide('uk-gdpr', 'UK GDPR', 'Roles, lawful basis, retention, sub-processors, data-subject requests.'),
      guide('dpia', 'DPIA template', 'A data protection impact assessment to fill in.'),
      page(
        'SECURITY.md',
        'security',
        'Threats and defences',
        'Threats, defences and the tests that prove them.',
      ),
      page(
        'docs/security/threat-model.md',
        'security/threat-model',
        'Threat model',
        'Actors, assets, trust boundaries, and the test for each threat.',
      ),
      page(
        'docs/security/asvs.md',
        'security/asvs',
        'ASVS 5.0',
        'Every requirement of levels 1 and 2, with its state and evidence.',
      ),
      page('docs/proofs.md', 'proofs', 'Proofs', 'Every claim with the figures of its last full-size run.'),
      page('docs/accuracy.md', 'accuracy', 'Accuracy', 'Measured accuracy of document extraction.'),
      guide('trust', 'Trust findings', 'What the trust score and each finding of a document mean.'),
    ],
  },
  {
    title: 'Operating',
    pages: [
      guide('operating', 'Operating', 'Components, monitoring, scaling, and a runbook for each task.'),
      page(
        'docs/operations.md',
        'operations',
        'Processes and commands',
        'Processes, probes, tasks, providers, files and operator commands.',
      ),
      runbook('settings', 'Settings', 'Every setting with its type, default and meaning.'),
      runbook('install', 'Install', 'One machine, by hand, or Kubernetes.'),
      runbook('helm', 'Install with Helm', 'A cell on Kubernetes with the Helm chart.'),
      runbook(
        'small-install',
        'Small install',
        'One machine with two processes: sizes, steps, managed PostgreSQL, backup and restore.',
      ),
      runbook('upgrade', 'Upgrade', 'Upgrade without downtime, and roll back.'),
      runbook(
        'postgresql-upgrade',
        'Upgrade PostgreSQL',
        'Go to a new major version of PostgreSQL while the service is in use.',
      ),
      runbook('keys', 'Rotate a key', 'Rotate every key and password without downtime.'),
      runbook('deliveries', 'Replay deliveries', 'When a receiver was down or lost data.'),
      runbook('lanes', 'Stop or drain a lane', 'Stop, slow down, drain and restart one task queue.'),
      runbook('language-model', 'Language model', 'Let a model that you run help with uncertain documents.'),
      runbook('erasure', 'Erase a person and prove it', 'What is erased, what is kept, and how to prove it.'),
      runbook('cells', 'Cells and the router', 'Add a second cell, and how requests are routed.'),
      runbook('move-client', 'Move a client', 'Move a client to another cell without downtime.'),
      runbook('failover', 'Database failover', 'Set-up, switchover, and recovery from lost nodes.'),
      runbook('overload', 'Overload', 'What 503 responses mean, what to raise, when to add processes.'),
      runbook('sizing', 'Sizing', 'Storage and CPU per item, and for a million users.'),
      runbook(
        'hmrc-production-access',
        'Get HMRC production access',
        'From registration at HMRC to real tax data, with checks before you apply.',
      ),
      runbook(
        'connector-doctor',
        'Test a connector at the provider',
        'Compare a connector with the provider’s own test environment, and keep replies as fixtures.',
      ),
      runbook(
        'provider-failures',
        'Failures of real sources',
        'How each documented failure of HMRC, banks and payroll systems ends: code, account and screen.',
      ),
      runbook('provider-outage', 'Provider outage', 'Find the cause, what applicants see, what to do.'),
      page(
        'docs/operations/nats.md',
        'operations/nats',
        'NATS with three nodes',
        'Set-up, monitoring, replacing a node.',
      ),
      page(
        'docs/operations/backup.md',
        'operations/backup',
        'Back up and restore',
        'Set-up, drills, restoring, and erased users in backups.',
      ),
      page(
        'docs/operations/metrics.md',
        'operations/metrics',
        'Metrics',
        'Every metric that the processes expose.',
      ),
      page(
        'docs/operations/alerts.md',
        'operations/alerts',
        'Alerts',
        'What each alert means, and the first steps.',
      ),
      page(
        'docs/operations/failure-modes.md',
        'operations/failure-modes',
        'Failure modes',
        'What users see when something breaks, and what you do.',
      ),
      page(
        'docs/operations/slo.md',
        'operations/slo',
        'Service levels',
        'Service level objectives, and how they are measured.',
      ),
      guide('bank-layouts', 'Bank layouts', 'Add the layout of a bank as data.'),
      page(
        'docs/architecture.md',
        'architecture',
        'Architecture',
        'Modules, dependency rules, and the path of a request.',
      ),
    ],
  },
  {
    title: 'Versions',
    pages: [
      guide('versioning', 'Versioning', 'What may change, what will not, and how changes are announced.'),
      page('CHANGELOG.md', 'changelog', 'Changelog', 'What is new.'),
    ],
  },
]

export const pages = sections.flatMap(({ pages }) => pages)

/** Folders for contributors, which are not part of the site. */
export const leftOut = ['docs/decisions/', 'docs/samples/', 'docs/site/']
