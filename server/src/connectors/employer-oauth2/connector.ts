import { z } from 'zod'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorSession, OAuth2Connector, PersonToFind } from '../connector.ts'
import { selectPayslips } from '../fetch-all.ts'
import { createTokenClient, StoredTokens } from '../oauth2-tokens.ts'
import { parseStored } from '../stored-session.ts'
import { freeagent } from './freeagent/freeagent.ts'
import type { ConnectedEmployee, PayrollSystem } from './payroll-system.ts'
import { xero } from './xero/xero.ts'

const systems: Record<CatalogueEntryOf<'employer-oauth2'>['system'], (address: string) => PayrollSystem> = {
  freeagent,
  xero,
}

const StoredSession = StoredTokens.extend({
  employee: z.object({
    company_name: z.string(),
    company_id: z.string().nullable(),
    connection_id: z.string().nullable(),
    employee_id: z.string(),
  }),
})

const unknownPerson: PersonToFind = {
  ni_number: null,
  date_of_birth: null,
  forename: null,
  surname: null,
}

/**
 * Connector for payroll systems where a user of the company grants access by OAuth2. It chooses the company, finds
 * exactly one employee and reads only their payslips.
 */
export function employerOAuth2(entry: CatalogueEntryOf<'employer-oauth2'>): OAuth2Connector {
  const { address, authorize_url, client_id } = entry
  const tokenClient = createTokenClient({ ...entry, authentication: 'basic' })
  const system = systems[entry.system](address)

  return {
    authMethod: 'oauth2',
    dataType: 'payslips',
    entry,

    // Neither system documents PKCE for a client with a secret. The state and the browser's cookie protect the redirect.
    authorizationUrl({ state, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        ...(system.scope !== null && { scope: system.scope }),
        state,
      })
      return `${authorize_url}?${parameters}`
    },

    async exchangeCode({ code, redirectUri, extra, person = unknownPerson }, context) {
      const { id_token = null, ...tokens } = await tokenClient.exchange(context, { code, redirectUri })
      const { access_token } = tokens
      const wanted = { companyName: extra.company_name, person }
      try {
        const { employee, ...facts } = await system.connect({ access_token, id_token }, wanted, context)
        return { ...sessionOf(tokens, employee), ...facts }
      } catch (failure) {
        // Best effort: the failure of the login is the one to report.
        await system.abandon?.(access_token, context).catch(() => {})
        throw failure
      }
    },

    async renewSession(session, context) {
      const { employee, ...tokens } = parse(session)
      const isUsable =
        tokenClient.isFresh(tokens, context) &&
        (await system.isAccepted(tokens.access_token, employee, context))
      return isUsable ? null : sessionOf(await tokenClient.refresh(tokens, context), employee)
    },

    async fetchPayslips(session, period, context) {
      const { access_token, employee } = parse(session)
      return selectPayslips(await system.fetchPayslips(access_token, employee, period, context), period)
    },

    async endSession(session, context) {
      try {
        const { employee, ...tokens } = parse(session)
        await system.disconnect?.(await tokenClient.usableToken(tokens, context), employee, context)
      } catch {
        // Best effort: only the user of the company can end the consent then.
      }
    },
  }
}

/** How long the refresh token lasts depends on its use, so the session has no fixed end. */
function sessionOf(tokens: StoredTokens, employee: ConnectedEmployee): ConnectorSession {
  const { access_token, refresh_token, access_ends_at } = tokens
  const stored: z.output<typeof StoredSession> = { access_token, refresh_token, access_ends_at, employee }
  return { outcome: 'signed-in', session: JSON.stringify(stored), expiresAt: null }
}

const parse = (session: string) => parseStored(StoredSession, session)
