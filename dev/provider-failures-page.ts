import { readUkSources } from '../server/src/connectors/uk-sources.ts'
import { statusAfterFailure } from '../server/src/features/accounts/status-transitions.ts'
import {
  type DocumentedFailure,
  documentedFailures,
  type FailingSource,
  type FailureOutcome,
} from '../server/test/connectors/documented-failures.ts'
import { errorWordOf } from '../web/journey/errors.ts'
import { en } from '../web/journey/texts/en.ts'
import { say } from '../web/journey/texts/say.ts'
import { escapeCell, factsBySource } from './protocol-facts-page.ts'

// Renders docs/operations/provider-failures.md: how each documented failure of a real source ends. `npm run generate`
// writes it.

export const providerFailuresPagePath = 'docs/operations/provider-failures.md'

/** The names of the sources on the screens of the journey. */
const screenNames: Record<FailingSource, string> = {
  'hmrc-individual': en.common.taxAuthority,
  yapily: 'your bank',
  truelayer: 'your bank',
  freeagent: 'FreeAgent',
  xero: 'Xero',
  staffology: en.common.payrollService,
  'employment-hero-ess': 'Employment Hero',
}

const notes: Partial<Record<FailingSource, string>> = {
  staffology:
    'People do not sign in. While they connect, every failure is reported as `provider-down`, because another payroll service may know them.',
}

export function renderProviderFailuresPage(): string {
  const { sources } = readUkSources()
  const tables = (Object.keys(documentedFailures) as FailingSource[]).map((id) => {
    const source = sources.find((one) => one.id === id)
    if (!source) throw new Error(`no source ${id}`)
    return [
      `## ${source.name}`,
      ...(notes[id] === undefined ? [] : [notes[id], '']),
      '| What the source does | Stated in | Code | Account | The person sees |',
      '|---|---|---|---|---|',
      ...documentedFailures[id].map((failure) => renderRow(id, failure)),
    ].join('\n')
  })
  return `# Failures of real sources

This page lists how each documented failure of HMRC, a bank or a payroll system ends: the error code, the status of the account and the screen
in the journey. Operators and support staff use it to explain a failure. You do not edit this page: \`npm run generate\` writes it.

- **Code.** [Error codes](../errors.md) has the meaning of each code, and what to do. \`none\` means that nothing failed.
- **Account.** Its status afterwards. *unchanged* means that the service tries again later.
- **The person sees.** The title of the screen, if it happens while the person connects. Each screen offers another way to share.
- **Assumed.** No document states this reply. The provider can send another one.

Every row is tested with our simulators, not with the providers. [Test the connector at the provider](connector-doctor.md) before you rely on it.

${tables.join('\n\n')}
`
}

function renderRow(source: FailingSource, { rule, outcome }: DocumentedFailure) {
  const { text, section } = describeRule(source, rule)
  const code = isFailure(outcome) ? `\`${outcome}\`` : 'none'
  return `| ${escapeCell(text)} | ${section} | ${code} | ${accountAfter(source, outcome)} | ${screenOf(source, outcome)} |`
}

function describeRule(source: FailingSource, rule: DocumentedFailure['rule']) {
  if ('assumed' in rule) return { text: rule.assumed, section: 'assumed' }
  const facts = factsBySource.find((one) => one.source === source)?.facts ?? []
  const found = facts.find(({ id }) => id === rule.fact)
  if (!found) throw new Error(`${source} has no rule ${rule.fact}`)
  return { text: found.fact, section: found.section }
}

const isFailure = (outcome: FailureOutcome) => outcome !== 'nothing-found' && outcome !== 'net-pay-only'

function accountAfter(source: FailingSource, outcome: FailureOutcome) {
  if (source === 'staffology' && outcome === 'nothing-found') return 'none'
  if (outcome === 'nothing-found' || outcome === 'net-pay-only') return 'AUTHORISED'
  return statusAfterFailure[outcome] ?? 'unchanged'
}

function screenOf(source: FailingSource, outcome: FailureOutcome) {
  if (outcome === 'net-pay-only') return 'Payslips with net pay only'
  if (outcome === 'nothing-found') return en.nothingFound.title
  const word = errorWordOf(source === 'staffology' ? 'provider-down' : outcome)
  return say(en.errors[word].title, { provider: screenNames[source] })
}
