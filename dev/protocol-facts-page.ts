import { yapilyFacts } from '../sandbox/src/open-banking/protocol-facts.ts'
import { trueLayerFacts } from '../sandbox/src/open-banking/truelayer-facts.ts'
import { employmentHeroFacts } from '../sandbox/src/providers/employment-hero/protocol-facts.ts'
import { freeagentFacts } from '../sandbox/src/providers/freeagent/protocol-facts.ts'
import { staffologyFacts } from '../sandbox/src/providers/staffology/protocol-facts.ts'
import { protocolFacts as hmrcFacts } from '../sandbox/src/providers/taxauth/protocol-facts.ts'
import { xeroFacts } from '../sandbox/src/providers/xero/protocol-facts.ts'
import { readUkSources } from '../server/src/connectors/uk-sources.ts'

// Renders docs/protocol-facts.md: every documented rule that a simulator follows. `npm run generate` writes it.

export const protocolFactsPagePath = 'docs/protocol-facts.md'

export type ProtocolFact = { id: string; section: string; fact: string }

/** Facts by the id of the source in server/catalogues/uk.json, and the test that checks them. */
export const factsBySource: { source: string; test: string; facts: readonly ProtocolFact[] }[] = [
  { source: 'hmrc-individual', test: 'providers/taxauth/protocol-facts.test.ts', facts: hmrcFacts },
  { source: 'yapily', test: 'open-banking/protocol-facts.test.ts', facts: yapilyFacts },
  { source: 'truelayer', test: 'open-banking/truelayer-facts.test.ts', facts: trueLayerFacts },
  { source: 'freeagent', test: 'providers/freeagent/protocol-facts.test.ts', facts: freeagentFacts },
  { source: 'xero', test: 'providers/xero/protocol-facts.test.ts', facts: xeroFacts },
  { source: 'staffology', test: 'providers/staffology/protocol-facts.test.ts', facts: staffologyFacts },
  {
    source: 'employment-hero-ess',
    test: 'providers/employment-hero/protocol-facts.test.ts',
    facts: employmentHeroFacts,
  },
]

/** Marks a rule of the simulator that no document states. */
const assumed = 'assumed'

export function countFacts() {
  const all = factsBySource.flatMap(({ facts }) => facts)
  const documented = all.filter(({ section }) => section !== assumed).length
  return { documented, assumed: all.length - documented }
}

export function renderProtocolFactsPage(): string {
  const counts = countFacts()
  const { sources } = readUkSources()
  const tables = factsBySource.map(({ source: id, test, facts }) => {
    const source = sources.find((one) => one.id === id)
    if (!source) throw new Error(`no source ${id}`)
    const links = source.links.map(({ title, url }) => `[${title}](${url})`).join(', ')
    return [
      `## ${source.name}`,
      `${facts.length} rules, tested by \`sandbox/src/${test}\`. Documents: ${links}.`,
      '',
      '| Rule | Stated in | Test |',
      '|---|---|---|',
      ...facts.map(({ id: test, section, fact }) => `| ${escapeCell(fact)} | ${section} | \`${test}\` |`),
    ].join('\n')
  })
  return `# Protocol facts

This page lists the rules of real providers that our simulators follow. Each rule has a test of the same name.
You do not edit this page: \`npm run generate\` writes it.

**${counts.documented} rules** name a document: a page, an OpenAPI file or an RFC. ${counts.assumed} more are marked *${assumed}*. They are how we read the
documents, and a provider can differ. [Providers and coverage](guides/providers.md) lists what is still open. [Test the
connector at the provider](operations/connector-doctor.md) before you rely on it.

${tables.join('\n\n')}
`
}

export const escapeCell = (text: string) =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '&#123;')
