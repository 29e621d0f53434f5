/** A page of the site: where its Markdown is in the repository, where it is read, and what it is for. */
export type Page = { source: string; address: string; title: string; about: string }
export type Section = { title: string; pages: readonly Page[] }

/** What the build writes itself, from the description of the API. */
export const operationsSource = 'server/openapi.json'

/** Files of the repository that the server has as well. */
export const collectionSource = 'docs/collection/payproof.postman_collection.json'
export const served: Record<string, string> = {
  [operationsSource]: '/openapi.json',
  [collectionSource]: '/docs/payproof.postman_collection.json',
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

/** The only list of pages: sidebar, addresses, `llms.txt` and the order of reading come from it. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      page('docs/README.md', 'index', 'Overview', 'What Payproof does, and where to begin.'),
      guide('quickstart', 'Quickstart', 'From a clone to a verified webhook with payslips.'),
      guide('concepts', 'Concepts', 'The words of the service, and how they hang together.'),
      page(
        'examples/lender/README.md',
        'lender',
        'Example lender',
        'A small lender with a journey in its page.',
      ),
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide(
        'accounts',
        'Accounts and second factors',
        'Connect a payroll account, answer a second step, OAuth2.',
      ),
      guide('payroll', 'Payroll', 'How payslips come, and what their fields mean.'),
      guide(
        'documents',
        'Documents',
        'Upload payslips and bank statements, and see where each figure stood.',
      ),
      guide('tax-authority', 'Tax authority', 'Income by tax year, with the consent of the person.'),
      guide('affordability', 'Affordability', 'What a household spends: the model, its sources and limits.'),
      guide('webhooks', 'Webhooks', 'Receive, verify, decrypt, answer, rotate and repeat deliveries.'),
      guide(
        'journey',
        'Hosted journey and embedding',
        'The pages for the person, by link or in your own page.',
      ),
    ],
  },
  {
    title: 'Sandbox',
    pages: [
      guide('sandbox', 'People and passwords', 'Invented people, and passwords that pick what happens.'),
      guide('sandbox-providers', 'Providers', 'Every call of the providers that the sandbox plays.'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page(operationsSource, 'api', 'API', 'Every operation of the API, by chapter.'),
      page('docs/collection/README.md', 'collection', 'Collection', 'Every request, for Postman and Bruno.'),
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
      page('SECURITY.md', 'security', 'Threats and defences', 'What protects what, and how it is shown.'),
      page('docs/proofs.md', 'proofs', 'Proofs', 'Every claim with the figures of its last full-size run.'),
      page('docs/accuracy.md', 'accuracy', 'Accuracy', 'How well papers are read, written by the proof.'),
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
      runbook('upgrade', 'Upgrade', 'A new version while it runs, and back again.'),
      runbook('keys', 'Rotate a key', 'Every key and password, without stopping.'),
      runbook('deliveries', 'Replay deliveries', 'A receiver was down, or lost what it had.'),
      runbook('lanes', 'Drain a lane', 'Stop, slow, drain and start one sort of work.'),
      runbook('erasure', 'Erase a person, and prove it', 'What goes, what stays, and how to show it.'),
      runbook('cells', 'Cells and the router', 'A second cell, and how requests find theirs.'),
      runbook('move-client', 'Move a client', 'To another cell, while it works.'),
      runbook('failover', 'Database failover', 'Set it up, switch over, and what to do when nodes are gone.'),
      runbook('overload', 'Overload', 'What refusals mean, what to raise, when to add processes.'),
      runbook('sizing', 'Sizing', 'What one thing costs, and what a million people come to.'),
      runbook('provider-outage', 'A provider is out', 'Whose fault it is, what people see, what to do.'),
      page(
        'docs/operations/nats.md',
        'operations/nats',
        'NATS with three nodes',
        'Set it up, watch it, replace a node.',
      ),
      page(
        'docs/operations/backup.md',
        'operations/backup',
        'Back up and restore',
        'Set it up, drill it, do it, and what became of erased people.',
      ),
      page(
        'docs/operations/metrics.md',
        'operations/metrics',
        'Metrics',
        'Every figure that the processes tell.',
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
        'Promises',
        'What is promised, and how it is measured.',
      ),
      guide('bank-layouts', 'Bank layouts', 'Add the layout of a bank, as data.'),
      page(
        'docs/architecture.md',
        'architecture',
        'Architecture',
        'Rooms, arrows, and the life of a request.',
      ),
    ],
  },
  {
    title: 'Versions',
    pages: [
      guide('versioning', 'Versioning', 'What may change, what will not, and how you are told.'),
      page('CHANGELOG.md', 'changelog', 'Changelog', 'What is new.'),
    ],
  },
]

export const pages = sections.flatMap(({ pages }) => pages)

/** Kept in the repository for those who work on it; no part of the site. */
export const leftOut = ['docs/decisions/', 'docs/journey/', 'docs/console/', 'docs/site/']
