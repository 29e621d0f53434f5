import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readUkSources, type UkSource } from '../server/src/connectors/uk-sources.ts'

// Renders the table of UK sources in docs/guides/providers.md from server/catalogues/uk.json; `npm run generate` writes it.

export const coveragePagePath = 'docs/guides/providers.md'

const start = '<!-- uk-sources: generated from server/catalogues/uk.json by npm run generate -->'
const end = '<!-- end of uk-sources -->'

const statusTexts: Record<NonNullable<UkSource['status']>, string> = {
  simulated: 'simulated',
  'tested-in-provider-sandbox': "tested in the provider's sandbox",
  live: 'live',
}

const accessTexts: Record<UkSource['access'], string> = {
  'self-service': 'anyone can apply',
  contract: 'with a contract',
  restricted: 'partners only',
  none: 'no public API',
}

const categoryTitles: [UkSource['category'], string][] = [
  ['tax', 'Tax'],
  ['bank', 'Bank'],
  ['payroll', 'Payroll'],
]

/** Returns the page with its generated section up to date. */
export function renderCoveragePage(
  page = readFileSync(fileURLToPath(new URL(`../${coveragePagePath}`, import.meta.url)), 'utf8'),
): string {
  const [before, rest] = page.split(start)
  const [, after] = (rest ?? '').split(end)
  if (before === undefined || after === undefined)
    throw new Error(`${coveragePagePath} has no section of sources`)
  return `${before}${start}\n${renderSources()}\n${end}${after}`
}

function renderSources(): string {
  const { checked_on, sources } = readUkSources()
  const tables = categoryTitles.map(([category, title]) => {
    const rows = sources.filter((source) => source.category === category)
    return [
      `### ${title}`,
      '| Source | Consent by | Access | Connector | Data | How fresh |',
      '|---|---|---|---|---|---|',
      ...rows.map(renderRow),
      '',
      ...rows.filter(({ access }) => access !== 'none').map(renderNeeds),
    ].join('\n')
  })
  return [`The facts are from the providers' public documents as of ${checked_on}.`, ...tables].join('\n\n')
}

function renderRow({ name, granted_by, access, status, data, freshness }: UkSource) {
  const connector = status === null ? 'none' : statusTexts[status]
  const cells = [name, granted_by, accessTexts[access], connector, data.join(', ') || '–', freshness]
  return `| ${cells.join(' | ')} |`
}

function renderNeeds({ name, people, credentials, contract, unverified, links }: UkSource) {
  const read = links.map(({ title, url }) => `[${title}](${url})`).join(', ')
  const open = unverified.length > 0 ? ` Not verified: ${unverified.join(' ')}` : ''
  return `- **${name}.** ${people} ${credentials} ${contract}${open}${read && ` Read: ${read}.`}`
}
