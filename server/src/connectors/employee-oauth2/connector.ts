import { z } from 'zod'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, ConnectorSession, OAuth2Connector, PayDateRange } from '../connector.ts'
import { isUnauthorised, requireData } from '../employer-oauth2/payroll-system.ts'
import { fetchEach, selectPayslips } from '../fetch-all.ts'
import { textOrNull } from '../identity.ts'
import { createTokenClient, StoredTokens } from '../oauth2-tokens.ts'
import { rethrowReaderOverload } from '../reader-overload.ts'
import { parseStored } from '../stored-session.ts'
import { downloadPdf, type ProviderRequest, sendRequest } from '../transport.ts'
import { Details, type Job, Jobs, type ListedPayslip, PayslipList } from './replies.ts'
import { transform } from './transform.ts'

/**
 * Connector for the self-service of a payroll system, where employees grant access by OAuth2. Payslips are PDF files,
 * which the document reader reads.
 */
export function employeeOAuth2(entry: CatalogueEntryOf<'employee-oauth2'>): OAuth2Connector {
  const { address, authorize_url, client_id, revoke_url } = entry
  const tokenClient = createTokenClient({ ...entry, authentication: 'form' })

  const requestOf = (bearer: string, path: string, ids: Record<string, string> = {}): ProviderRequest => ({
    method: 'GET',
    url: `${address}/ess${path}`,
    ids,
    bearer,
  })

  return {
    authMethod: 'oauth2',
    dataType: 'payslips',
    entry,

    // The provider documents neither scopes nor PKCE. The state and the browser's cookie protect the redirect.
    authorizationUrl({ state, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        state,
      })
      return `${authorize_url}?${parameters}`
    },

    async exchangeCode({ code, redirectUri }, context) {
      const session = sessionOf(await tokenClient.exchange(context, { code, redirectUri }))
      try {
        return { ...session, user_name: await findEmail(parse(session.session).access_token, context) }
      } catch (failure) {
        // These tokens will not be used, so end the consent.
        await revoke(session.session, context)
        throw failure
      }
    },

    async renewSession(session, context) {
      const tokens = parse(session)
      const isUsable =
        tokenClient.isFresh(tokens, context) &&
        !isUnauthorised(await requestJobs(tokens.access_token, context))
      return isUsable ? null : sessionOf(await tokenClient.refresh(tokens, context))
    },

    async fetchPayslips(session, period, context) {
      const { access_token } = parse(session)
      const payslips: Payslip[] = []
      for (const job of requireData(await requestJobs(access_token, context)))
        payslips.push(...(await fetchJob(access_token, job, period, context)))
      return selectPayslips(payslips, period)
    },

    endSession: revoke,
  }

  async function revoke(session: string, context: ConnectorContext) {
    try {
      const form = { token: parse(session).refresh_token }
      const request = { method: 'POST', url: revoke_url, ...tokenClient.withCredentials(form) } as const
      await sendRequest(context, request, z.unknown())
    } catch {
      // Best effort: only the person can end the consent then.
    }
  }

  function requestJobs(token: string, context: ConnectorContext) {
    return sendRequest(context, requestOf(token, '/security/employees'), Jobs)
  }

  async function findEmail(token: string, context: ConnectorContext): Promise<string | null> {
    const [job] = requireData(await requestJobs(token, context))
    return job ? textOrNull((await loadDetails(token, job, context)).email) : null
  }

  async function loadDetails(token: string, { id }: Job, context: ConnectorContext): Promise<Details> {
    const request = requestOf(token, '/{employee}/personaldetails', { employee: String(id) })
    return requireData(await sendRequest(context, request, Details))
  }

  async function fetchJob(
    token: string,
    job: Job,
    { from, to }: PayDateRange,
    context: ConnectorContext,
  ): Promise<Payslip[]> {
    const list = requestOf(token, '/{employee}/document/payslip', { employee: String(job.id) })
    const listed = requireData(await sendRequest(context, list, PayslipList))
    const wanted = listed.filter(
      ({ datePaid }) => (from === null || datePaid >= from) && (to === null || datePaid <= to),
    )
    if (wanted.length === 0) return []
    const details = await loadDetails(token, job, context)
    const byId = new Map(wanted.map((one) => [String(one.id), one]))
    return fetchEach(
      [...byId.keys()],
      (id) => fetchPayslip(token, { job, details, listed: byId.get(id) as ListedPayslip }, context),
      context,
    )
  }

  async function fetchPayslip(
    token: string,
    { job, details, listed }: { job: Job; details: Details; listed: ListedPayslip },
    context: ConnectorContext,
  ): Promise<Payslip> {
    const ids = { employee: String(job.id), payrun: String(listed.id) }
    const file = requireData(
      await downloadPdf(context, requestOf(token, '/{employee}/document/payslip/{payrun}', ids)),
    )
    const reading = await context.readDocument(file).catch(rethrowReaderOverload)
    return transform(listed, reading, { job, details })
  }
}

/** The provider does not state how long a refresh token lasts, so the session has no fixed end. */
function sessionOf({ access_token, refresh_token, access_ends_at }: StoredTokens): ConnectorSession {
  const stored: StoredTokens = { access_token, refresh_token, access_ends_at }
  return { outcome: 'signed-in', session: JSON.stringify(stored), expiresAt: null }
}

const parse = (session: string) => parseStored(StoredTokens, session)
