import { providerIds, providers } from '../providers/catalogue.ts'
import type { ProviderId } from '../providers/types.ts'

/** Introductions for newcomers: how each provider works and where to start. */
export const providerIntroductions: Record<ProviderId, { kind: string; entry: string }> = {
  'sandbox-payroll': {
    kind: 'Password login over HTTP with second factors, sessions and page-numbered JSON',
    entry: 'POST /payroll/session',
  },
  'sandbox-cloud': {
    kind: 'OAuth2 with PKCE and refresh tokens, cursor-paginated JSON',
    entry: 'GET /cloud/oauth/authorize',
  },
  'sandbox-portal': {
    kind: 'Website only: pages, cookies, payslips as PDF',
    entry: 'GET /portal/',
  },
  'sandbox-bureau': {
    kind: 'Queried directly by personal details, with signed client credentials',
    entry: 'POST /bureau/matches',
  },
  taxauth: { kind: 'OAuth2 with annual figures by tax year', entry: 'GET /taxauth/oauth/authorize' },
  freeagent: {
    kind: 'OAuth2 by the employer: a company, its users and monthly payroll',
    entry: 'GET /freeagent/v2/approve_app',
  },
  xero: {
    kind: 'OAuth2 by the employer: organisations, employees and pay runs',
    entry: 'GET /xero/identity/connect/authorize',
  },
  staffology: {
    kind: 'API key of a bureau: employers that opted in, their employees and payslips',
    entry: 'GET /staffology/employers',
  },
  'employment-hero': {
    kind: 'OAuth2 by the employee: jobs and payslips as PDF',
    entry: 'GET /employment-hero/oauth/authorise',
  },
  'sandbox-bank': {
    kind: 'Open Banking through an aggregator: consent at the bank, then accounts and transactions',
    entry: 'POST /yapily/account-auth-requests',
  },
}

const steps = [...new Set(providerIds.flatMap((id) => providers[id].steps))]

export const passwords: [password: string, effect: string][] = [
  ['pass', 'Plain success.'],
  ['mfa:code', 'Asks for a six-digit code.'],
  ['mfa:date', "Asks for the person's memorable date."],
  ['mfa:chars', "Asks for three characters of the person's memorable word."],
  ['error:<code>', 'Fails with this error (see the table below) at the step where it would occur.'],
  ['slow:<seconds>', 'Delays every reply by this many seconds, up to 60.'],
  ['drop:<step>', `Drops the connection at this step: ${steps.join(', ')}.`],
  ['expire:<minutes>', 'Ends the session and its refresh tokens after this many minutes of sandbox time.'],
  ['lock', 'Locks the account, like too many wrong passwords.'],
  ['mfa:code+expire:5', 'Combines several behaviours with a plus sign.'],
]
