import { z } from 'zod'
import type { DocumentReading } from '../../extraction/document.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type {
  ConnectorContext,
  ConnectorSession,
  OAuth2Connector,
  PayDateRange,
  PersonToFind,
} from '../connector.ts'
import { isSameName } from '../employer-oauth2/find-employee.ts'
import { isUnauthorised, requireData } from '../employer-oauth2/payroll-system.ts'
import { ConnectionFailure } from '../failure.ts'
import { fetchEach, selectPayslips } from '../fetch-all.ts'
import { textOrNull } from '../identity.ts'
import { createTokenClient, StoredTokens } from '../oauth2-tokens.ts'
import { rethrowReaderOverload } from '../reader-overload.ts'
import { parseStored } from '../stored-session.ts'
import { downloadPdf, type ProviderRequest, sendRequest } from '../transport.ts'
import { Details, type Job, Jobs, PayslipList } from './replies.ts'
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

    async exchangeCode({ code, redirectUri, person }, context) {
      const session = sessionOf(await tokenClient.exchange(context, { code, redirectUri }))
      try {
        const details = await findDetails(parse(session.session).access_token, context)
        if (details && person && isOtherPerson(details, person))
          throw new ConnectionFailure('identity-mismatch')
        return { ...session, user_name: textOrNull(details?.email) }
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

  /** Personal details of the login, from its first employment. */
  async function findDetails(token: string, context: ConnectorContext): Promise<Details | null> {
    const [job] = requireData(await requestJobs(token, context))
    return job ? loadDetails(token, job, context) : null
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
    const files = await fetchEach([...byId.keys()], (id) => readPayslip(token, job, id, context), context)
    const unread = files.filter((file) => 'unread' in file)
    // If no PDF of several can be had, the provider has changed. One that is missing hides only its own figures.
    const [failure] = unread
    if (failure && files.length > 1 && unread.length === files.length) throw failure.unread
    for (const { unread: cause } of unread)
      context.warn?.(`a payslip has the listed values only: ${cause.detail ?? cause.code}`)
    return [...byId.values()].map((one, n) => {
      const file = files[n]
      return transform(one, file && 'reading' in file ? file.reading : null, { job, details })
    })
  }

  /** Reads one PDF. A file that is missing, too large or no PDF is returned as the failure. */
  async function readPayslip(
    token: string,
    job: Job,
    id: string,
    context: ConnectorContext,
  ): Promise<{ reading: DocumentReading } | { unread: ConnectionFailure }> {
    const ids = { employee: String(job.id), payrun: id }
    try {
      const file = requireData(
        await downloadPdf(context, requestOf(token, '/{employee}/document/payslip/{payrun}', ids)),
      )
      return { reading: await context.readDocument(file).catch(rethrowReaderOverload) }
    } catch (error) {
      if (error instanceof ConnectionFailure && error.code === 'provider-changed') return { unread: error }
      throw error
    }
  }
}

/**
 * Whether the login belongs to another person than the registered one: another date of birth, or a name of which
 * neither part is the same. The NI number is compared later, because only the PDF files contain it.
 */
function isOtherPerson({ firstName, surname, dateOfBirth }: Details, person: PersonToFind): boolean {
  if (dateOfBirth && person.date_of_birth && dateOfBirth !== person.date_of_birth) return true
  const names = [
    [textOrNull(firstName), person.forename],
    [textOrNull(surname), person.surname],
  ] as const
  const known = names.filter(([shown, registered]) => shown && registered)
  return known.length > 0 && known.every(([shown, registered]) => !isSameName(shown, registered))
}

/** The provider does not state how long a refresh token lasts, so the session has no fixed end. */
function sessionOf({ access_token, refresh_token, access_ends_at }: StoredTokens): ConnectorSession {
  const stored: StoredTokens = { access_token, refresh_token, access_ends_at }
  return { outcome: 'signed-in', session: JSON.stringify(stored), expiresAt: null }
}

const parse = (session: string) => parseStored(StoredTokens, session)
