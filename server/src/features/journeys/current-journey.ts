import type { z } from 'zod'
import type { ClientConnectors, Connectors } from '../../connectors/registry.ts'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { chooseConsentLayout } from '../../vocabulary/consent-layout.ts'
import { dayOf, noonOf } from '../../vocabulary/days.ts'
import { findLink, type JourneyLink } from '../access/links.ts'
import { type AccountState, listAccountStates } from '../accounts/account-status.ts'
import { readLatestTerm } from '../authorisations/service.ts'
import { readConfiguration } from '../configuration/service.ts'
import { canConnectDirectly } from '../payroll/retrieval/direct-connection.ts'
import { listFirstRetrievals } from '../payroll/retrieval/in-progress.ts'
import type { Person } from '../users/schemas.ts'
import { customerReference, effectiveSettings, openUser } from '../users/service.ts'
import { listCoveredMonths, listMissingDocuments } from './coverage/queries.ts'
import type { RequestedDocuments } from './coverage/schemas.ts'
import { presentClient, presentDataUse } from './pages/branding.ts'
import { type ProgressContext, progressOf } from './progress.ts'
import { countDocuments, countSubmissions, findValidAuthorisation } from './queries.ts'
import { readConfirmation } from './returning/confirmations.ts'

export type CurrentJourneyDeps = { environment: Environment; connectors: ClientConnectors; clock: Clock }

type Settings = Awaited<ReturnType<typeof effectiveSettings>>

/** Returns everything the journey page needs, on first load and after a reload at any step. */
export async function readCurrentJourney(tenant: Tenant, caller: Caller, deps: CurrentJourneyDeps) {
  const userId = caller.id
  const [term, rest] = await Promise.all([
    readLatestTerm(tenant, userId),
    tenant.transaction((tx) => readState(tx, caller, { ...deps, clientId: tenant.clientId })),
  ])
  const { is_active: _, is_system_term: __, created_at: ___, ...shown } = term
  return { ...rest, term: shown }
}

async function readState(
  tx: Tx,
  caller: Caller,
  { environment, connectors, clock, clientId }: CurrentJourneyDeps & { clientId: string },
) {
  const userId = caller.id
  const { person } = await openUser(tx, userId)
  const settings = await effectiveSettings(tx, userId)
  const configuration = await readConfiguration(tx)
  const authorisation = (await findValidAuthorisation(tx, userId)) ?? null
  return {
    user_id: userId,
    ...(await readSession(tx, caller)),
    environment,
    reference: customerReference(userId, person),
    first_name: person.forename ?? null,
    client: {
      ...presentClient(configuration, readJourneyId(caller)),
      ...presentDataUse(configuration),
      has_callback: configuration.client_callback_url !== null,
    },
    consent_layout: chooseConsentLayout(configuration.consent_layout, readJourneyId(caller)),
    sources: listSources(settings, person, connectors.of(clientId)),
    period_months: settings.payroll_period_months,
    recurring: readRecurring(settings),
    authorisation,
    accounts: await listJourneyAccounts(tx, userId, { settings, isAuthorised: authorisation !== null }),
    documents: await countDocuments(tx, userId),
    months: await listCoveredMonths(tx, userId, {
      months: settings.payroll_period_months,
      today: dayOf(clock.now(clientId)),
    }),
    missing_documents: await listMissingDocuments(tx, userId),
    confirm_with: await readConfirmation(tx, caller, person),
  }
}

const readJourneyId = (caller: Caller) => (caller.kind === 'user' ? caller.journeyId : null)

type RequestKind = z.output<typeof RequestedDocuments>['kind']

function readRequestedDocuments(link: JourneyLink | undefined) {
  if (!link?.requested_kind || !link.requested_months) return null
  return { kind: link.requested_kind as RequestKind, months: link.requested_months }
}

async function readSession(tx: Tx, caller: Caller) {
  if (caller.kind !== 'user') throw new Error('A journey needs a user token')
  const { journeyId, expiresAt } = caller
  const link = journeyId === null ? undefined : await findLink(tx, { id: journeyId })
  return {
    journey_id: journeyId,
    requested: readRequestedDocuments(link),
    session: { expires_at: expiresAt, link_expires_at: link?.expires_at ?? null },
  }
}

/** Lists the sources in the order in which they are offered, starting with the least effort for the applicant. */
function listSources(settings: Settings, person: Person, connectors: Connectors) {
  const all = [...connectors.values()]
  const hasDirect = all.some(({ authMethod }) => authMethod === 'direct')
  const hasTax = all.some(({ dataType }) => dataType === 'tax-years')
  const hasPayroll = all.some(
    ({ authMethod, dataType }) => authMethod !== 'direct' && dataType === 'payslips',
  )
  const hasBank = all.some(({ dataType }) => dataType === 'bank-accounts')
  const { payroll_connections_enabled: isOn, taxauth_enabled, payslip_upload_enabled } = settings
  const offered = {
    direct: isOn && hasDirect && canConnectDirectly(person),
    payroll: isOn && hasPayroll,
    bank: isOn && hasBank,
    taxauth: taxauth_enabled && hasTax,
    payslips: payslip_upload_enabled,
    bank_statements: true,
  }
  return (Object.keys(offered) as (keyof typeof offered)[]).filter((source) => offered[source])
}

/** Returns null if recurring checks are disabled or have ended. */
function readRecurring(settings: Settings) {
  const { recurring_checks_enabled, recurring_check_frequency: frequency } = settings
  const ends_at = settings.recurring_check_end_date
  if (!recurring_checks_enabled || !frequency || (ends_at && ends_at.getTime() <= Date.now())) return null
  return { frequency, ends_at }
}

/** Lists the accounts of a user with their retrieval progress. */
export async function listJourneyAccounts(
  tx: Tx,
  userId: string,
  also: Pick<ProgressContext, 'settings' | 'isAuthorised'>,
  which: 'all' | 'direct' = 'all',
) {
  const { accounts: all, retrievals } = await readAccountStates(tx, userId)
  const accounts = all.filter(({ account }) => which === 'all' || account.is_direct)
  // Submissions are counted last, so that the data of a retrieval that has just ended is included.
  const submissions = await countSubmissions(tx, userId)
  const context = { ...also, submissions, retrievals }
  return accounts.map((state) => presentAccount(state, context))
}

/**
 * Loads the account states. The two queries see different snapshots: a retrieval that ends between them would look
 * abandoned, neither in progress nor finished. Its result is stored by then, so the states are queried again.
 */
async function readAccountStates(tx: Tx, userId: string) {
  const accounts = await listAccountStates(tx, userId)
  const retrievals = await listFirstRetrievals(tx, userId)
  const isUnclear = accounts.some(
    ({ account, status, isRetrieved }) =>
      status === 'AUTHORISED' && !isRetrieved && !retrievals.has(account.id),
  )
  return { accounts: isUnclear ? await listAccountStates(tx, userId) : accounts, retrievals }
}

function presentAccount(state: AccountState, context: ProgressContext) {
  const { account, status, reason, pendingAction: waiting } = state
  const { id, payroll_provider, created_at, latest_pay_date } = account
  return {
    account_id: id,
    payroll_provider,
    status,
    created_at,
    reason,
    waiting,
    ...progressOf(state, context),
    submissions: context.submissions.get(id) ?? 0,
    latest_pay_date: latest_pay_date === null ? null : new Date(noonOf(latest_pay_date)),
    consent: state.consent,
  }
}
