import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { taxAuthority } from '../../src/connectors/tax-authority/connector.ts'
import { signInAtAuthority } from '../authority.ts'
import { type DocumentedFailure, documentedFailures, type FailingSource } from './documented-failures.ts'
import { failureOf, logInAndRetrieve, redirectUri, verifier } from './logins.ts'
import { startSimulatedProviders } from './providers.ts'

const { here: sandbox, catalogue, context, providers } = await startSimulatedProviders()
const userName = 'wilhelmina.oakapple'
const payrolls: Partial<Record<FailingSource, string>> = {
  freeagent: 'freeagent',
  xero: 'xero',
  staffology: 'staffology',
  'employment-hero-ess': 'employment-hero',
}
const patience = { timeout: 240_000 }

/** Retrieves data at a simulated source that behaves like this. */
async function retrieve(source: FailingSource, behaviour: string): Promise<unknown> {
  if (source === 'hmrc-individual') return retrieveTaxYear(behaviour)
  const provider = providers.find(({ name }) => name === payrolls[source])
  if (!provider) throw new Error(`${source} is not simulated`)
  return logInAndRetrieve(provider, context, userName, behaviour)
}

async function retrieveTaxYear(behaviour: string) {
  const entry = catalogue.providers.find((one) => one.kind === 'tax-authority')
  if (!entry) throw new Error('the catalogue has no tax authority')
  const authority = taxAuthority(entry)
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
  const url = authority.authorizationUrl({ state: 'any', codeChallenge, redirectUri })
  const code = new URL(await signInAtAuthority(url, { userName })).searchParams.get('code') ?? ''
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const extra = { unique_tax_reference: identity.unique_tax_reference }
  const { session } = await authority.exchangeCode(
    { code, codeVerifier: verifier, redirectUri, extra },
    context,
  )
  await sandbox.behave('taxauth', userName, behaviour)
  return authority.fetchTaxYear(session, '2024-25', context)
}

const named = ({ rule, outcome }: DocumentedFailure) => ({
  name: 'fact' in rule ? rule.fact : rule.assumed,
  outcome,
})

describe.each(Object.entries(documentedFailures) as [FailingSource, DocumentedFailure[]][])(
  '%s',
  (source, rows) => {
    const simulated = rows.flatMap((row) =>
      'behaviour' in row.shownBy ? [{ ...named(row), behaviour: row.shownBy.behaviour }] : [],
    )
    test.each(simulated)('$name ends in $outcome', patience, async ({ behaviour, outcome }) => {
      const retrieving = retrieve(source, behaviour)
      if (outcome === 'nothing-found') expect(await retrieving).toBeOneOf([null, []])
      else expect((await failureOf(retrieving)).code).toBe(outcome)
    })

    const shownElsewhere = rows.flatMap((row) =>
      'file' in row.shownBy ? [{ ...named(row), ...row.shownBy }] : [],
    )
    test.each(shownElsewhere)('$name is shown by a test in $file', ({ file, title, outcome }) => {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      expect(text).toContain(title)
      if (outcome !== 'nothing-found' && outcome !== 'net-pay-only') expect(text).toContain(outcome)
    })
  },
)
