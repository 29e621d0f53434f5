/** A page of the site: its Markdown source in the repository, its address, title and one-line description. */
export type Page = { source: string; address: string; title: string; about: string }
export type Section = { title: string; pages: readonly Page[] }

/** The source of the generated page that lists all operations. */
export const operationsSource = 'server/openapi.json'

/** Repository files that the server serves, with their addresses. */
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

/** All pages. Sidebar, addresses, `llms.txt` and page order are derived from this list. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      page('docs/README.md', 'index', 'Overview', 'What Payproof does, and where to begin.'),
      guide('quickstart', 'Quickstart', 'From a clone to a verified webhook with payslips.'),
      guide('concepts', 'Concepts', 'The terms of the service, and how they relate.'),
      page(
        'examples/lender/README.md',
        'lender',
        'Example lender',
        'A small lender that embeds the journey.',
      ),
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
      guide('tax-authority', 'Tax authority', 'Income by tax year from the tax authority, with consent.'),
      guide('affordability', 'Affordability', 'Expenditure estimates: the model, its sources and limits.'),
      guide(
        'webhooks',
        'Webhooks',
        'Receive, verify, decrypt and acknowledge deliveries; rotate secrets; redeliver.',
      ),
      guide(
        'journey',
        'Hosted journey and embedding',
        'The hosted pages for applicants, by link or embedded.',
      ),
      page(
        'docs/screens.md',
        'screens',
        'Screens',
        'What the hosted journey and the team console look like.',
      ),
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
      page('docs/errors.md', 'errors', 'Errors', 'Every error code, and what to do about it.'),
      page('sdk/README.md', 'sdk', 'SDK', 'The TypeScript client and the webhook kit.'),
      page('cli/README.md', 'cli', 'Command line', 'The API from a terminal; webhooks without a tunnel.'),
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
      page(
        'SECURITY.md',
        'security',
        'Threats and defences',
        'Threats, defences and the tests that prove them.',
      ),
      page('docs/proofs.md', 'proofs', 'Proofs', 'Every claim with the figures of its last full-size run.'),
      page('docs/accuracy.md', 'accuracy', 'Accuracy', 'Measured accuracy of document extraction.'),
      guide('trust', 'Trust findings', 'What the trust score and each finding of a document mean.'),
    ],
  },
  {
    title: 'Operating',
    pages: [
      guide('operating', 'Operating', 'Deploy, back up, rotate keys, scale, and cells.'),
      page(
        'docs/operations.md',
        'operations',
        'Processes and settings',
        'Processes, settings, probes, tasks, keys.',
      ),
      runbook('install', 'Install', 'One machine, by hand, or Kubernetes.'),
      runbook('upgrade', 'Upgrade', 'Upgrade without downtime, and roll back.'),
      runbook('keys', 'Rotate a key', 'Rotate every key and password without downtime.'),
      runbook('deliveries', 'Replay deliveries', 'When a receiver was down or lost data.'),
      runbook('lanes', 'Drain a lane', 'Stop, slow down, drain and restart one lane.'),
      runbook(
        'erasure',
        'Erase a person, and prove it',
        'What is erased, what is kept, and how to prove it.',
      ),
      runbook('cells', 'Cells and the router', 'Add a second cell, and how requests are routed.'),
      runbook('move-client', 'Move a client', 'Move a client to another cell without downtime.'),
      runbook('failover', 'Database failover', 'Set-up, switchover, and recovery from lost nodes.'),
      runbook('overload', 'Overload', 'What 503 responses mean, what to raise, when to add processes.'),
      runbook('sizing', 'Sizing', 'Storage and CPU per item, and for a million users.'),
      runbook('provider-outage', 'A provider is out', 'Find the cause, what applicants see, what to do.'),
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

/** Folders for contributors that are not part of the site. */
export const leftOut = ['docs/decisions/', 'docs/site/']
