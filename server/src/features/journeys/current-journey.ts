import type { Connectors } from '../../connectors/registry.ts'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findLink } from '../access/links.ts'
import { listStandings, type Standing } from '../accounts/account-status.ts'
import { readLatestTerm } from '../authorisations/service.ts'
import { readConfiguration } from '../configuration/service.ts'
import { canBeSought } from '../payroll/retrieval/direct-connection.ts'
import { listFirstRetrievals } from '../payroll/retrieval/in-progress.ts'
import type { Person } from '../users/schemas.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import { presentClient } from './pages/branding.ts'
import { type Known, progressOf } from './progress.ts'
import { countDocuments, countSubmissions, findValidAuthorisation } from './queries.ts'

export type CurrentParts = { environment: Environment; connectors: Connectors }

type Settings = Awaited<ReturnType<typeof effectiveSettings>>

/** All that a journey has to know to go on, at its beginning as after a reload at any step. */
export async function readCurrent(tenant: Tenant, caller: Caller, parts: CurrentParts) {
  const userId = caller.id
  const [{ id, authorisation_version, name, authorisation_text, authorisation_category }, rest] =
    await Promise.all([
      readLatestTerm(tenant, userId),
      tenant.transaction((tx) => readState(tx, caller, parts)),
    ])
  const term = { id, authorisation_version, name, authorisation_text, authorisation_category }
  return { ...rest, term }
}

async function readState(tx: Tx, caller: Caller, { environment, connectors }: CurrentParts) {
  const userId = caller.id
  const { person } = await openUser(tx, userId)
  const settings = await effectiveSettings(tx, userId)
  const configuration = await readConfiguration(tx)
  const authorisation = (await findValidAuthorisation(tx, userId)) ?? null
  return {
    user_id: userId,
    ...(await journeyOf(tx, caller)),
    environment,
    // What the person and the client both know them by.
    reference: person.ext_id ?? userId.slice(0, 8),
    client: {
      ...presentClient(configuration, journeyIdOf(caller)),
      has_callback: configuration.client_callback_url !== null,
    },
    sources: sourcesOf(settings, person, connectors),
    period_months: settings.payroll_period_months,
    recurring: recurringOf(settings),
    authorisation,
    accounts: await listJourneyAccounts(tx, userId, { settings, isAuthorised: authorisation !== null }),
    documents: await countDocuments(tx, userId),
  }
}

const journeyIdOf = (caller: Caller) => (caller.kind === 'user' ? caller.journeyId : null)

async function journeyOf(tx: Tx, caller: Caller) {
  if (caller.kind !== 'user') throw new Error('Only a person is on a journey')
  const { journeyId, expiresAt } = caller
  const link = journeyId === null ? undefined : await findLink(tx, { id: journeyId })
  return {
    journey_id: journeyId,
    session: { expires_at: expiresAt, link_expires_at: link?.expires_at ?? null },
  }
}

/** In the order in which they are offered: the least work for the person first. */
function sourcesOf(settings: Settings, person: Person, connectors: Connectors) {
  const all = [...connectors.values()]
  const has = { direct: all.some(({ way }) => way === 'direct'), tax: all.some(isTax) }
  const hasPayroll = all.some((connector) => connector.way !== 'direct' && !isTax(connector))
  const { payroll_connections_enabled: isOn, taxauth_enabled, payslip_upload_enabled } = settings
  const offered = {
    direct: isOn && has.direct && canBeSought(person),
    payroll: isOn && hasPayroll,
    taxauth: taxauth_enabled && has.tax,
    payslips: payslip_upload_enabled,
    bank_statements: true,
  }
  return (Object.keys(offered) as (keyof typeof offered)[]).filter((source) => offered[source])
}

const isTax = ({ gives }: { gives: string }) => gives === 'tax-years'

/** Null where nothing is checked again by itself. */
function recurringOf(settings: Settings) {
  const { recurring_checks_enabled, recurring_check_frequency: frequency } = settings
  const ends_at = settings.recurring_check_end_date
  if (!recurring_checks_enabled || !frequency || (ends_at && ends_at.getTime() <= Date.now())) return null
  return { frequency, ends_at }
}

/** The accounts of a person, all or the direct ones, each with how far it has come. */
export async function listJourneyAccounts(
  tx: Tx,
  userId: string,
  also: Pick<Known, 'settings' | 'isAuthorised'>,
  which: 'all' | 'direct' = 'all',
) {
  const { standings: all, reading } = await readTogether(tx, userId)
  const standings = all.filter(({ account }) => which === 'all' || account.is_direct)
  // Last: what a retrieval brought is there as soon as it is known to have ended.
  const submissions = await countSubmissions(tx, userId)
  const known = { ...also, submissions, reading }
  return standings.map((standing) => presentStanding(standing, known))
}

/**
 * Each statement sees a moment of its own. A retrieval that ended between the two would look like one that was given up: open
 * nowhere, and without an answer. Its end is on record by then, so it is looked up once more.
 */
async function readTogether(tx: Tx, userId: string) {
  const standings = await listStandings(tx, userId)
  const reading = await listFirstRetrievals(tx, userId)
  const isUnclear = standings.some(
    ({ account, status, isFetched }) => status === 'AUTHORISED' && !isFetched && !reading.has(account.id),
  )
  return { standings: isUnclear ? await listStandings(tx, userId) : standings, reading }
}

function presentStanding(standing: Standing, known: Known) {
  const { account, status, reason, waiting } = standing
  const { id, payroll_provider, created_at, latest_pay_date } = account
  return {
    account_id: id,
    payroll_provider,
    status,
    created_at,
    reason,
    waiting,
    ...progressOf(standing, known),
    submissions: known.submissions.get(id) ?? 0,
    latest_pay_date: latest_pay_date === null ? null : new Date(`${latest_pay_date}T12:00:00.000Z`),
  }
}
