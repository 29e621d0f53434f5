import { providerIds, providers } from '../providers/catalogue.ts'
import type { ProviderId } from '../providers/types.ts'

/** How each provider is talked to, for whoever meets it for the first time. */
export const manners: Record<ProviderId, { kind: string; entry: string }> = {
  'sandbox-payroll': {
    kind: 'Sign-in over HTTP with a second step; sessions; JSON by page',
    entry: 'POST /payroll/session',
  },
  'sandbox-cloud': {
    kind: 'OAuth2 with PKCE and refresh tokens; JSON by cursor',
    entry: 'GET /cloud/oauth/authorize',
  },
  'sandbox-portal': {
    kind: 'A website and nothing else: pages, cookies, payslips as PDF',
    entry: 'GET /portal/',
  },
  'sandbox-bureau': {
    kind: 'Asked directly by a program that can describe a person; signed client credentials',
    entry: 'POST /bureau/matches',
  },
  taxauth: { kind: 'OAuth2 sign-in page; annual figures by tax year', entry: 'GET /taxauth/oauth/authorize' },
}

const steps = [...new Set(providerIds.flatMap((id) => providers[id].steps))]

export const passwords: [password: string, effect: string][] = [
  ['pass', 'Plain success.'],
  ['mfa:code', 'Asks for a code of six digits.'],
  ['mfa:date', "Asks for the person's memorable date."],
  ['mfa:chars', "Asks for three characters of the person's memorable word."],
  ['error:<code>', 'Fails with this error, of the table below, where it would happen.'],
  ['slow:<seconds>', 'Every answer waits so long, up to 60.'],
  ['drop:<step>', `The connection is cut at this step: ${steps.join(', ')}.`],
  [
    'expire:<minutes>',
    'The session, and whatever could renew it, ends after so long by the clock of the sandbox.',
  ],
  ['lock', 'Locks the account, as too many wrong passwords do.'],
  ['mfa:code+expire:5', 'Several, joined by a plus.'],
]
