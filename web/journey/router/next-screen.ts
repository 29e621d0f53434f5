import type { View } from '../../../embed/src/types.ts'
import type { Journey, JourneyAccount } from '../types.ts'
import { firstRoute, type JourneyRoute } from './routes.ts'

// Decides which screen is actually shown for a route, because URLs are typed, bookmarked and revisited, and the
// journey may continue in other tabs.

const viewsAfterConsent = new Set<View>([
  'source',
  'employer',
  'provider',
  'login',
  'second_factor',
  'away',
  'progress',
  'documents',
])

export function resolveRoute(route: JourneyRoute, journey: Journey): JourneyRoute {
  if (route.view === 'expired') return { view: 'welcome' }
  if (viewsAfterConsent.has(route.view) && !journey.authorisation) return { view: 'consent' }
  if (route.view === 'documents' && !offersUploads(journey)) return { view: 'source' }
  const account = route.account === undefined ? undefined : accountOf(journey, route.account)
  switch (route.view) {
    case 'second_factor':
    case 'away':
      return account ? routeForAccount(account) : { view: 'source' }
    case 'progress':
      // The progress screen moves on automatically once the results are checked.
      if (account) return account.progress === 'done' ? route : routeForAccount(account)
      // Without an account id, the progress screen covers all accounts being read.
      return route.account === undefined ? route : { view: 'source' }
    case 'keep_sharing':
      return account ? route : { view: 'source' }
    default:
      return route
  }
}

export function routeForAccount(account: JourneyAccount): JourneyRoute {
  const { account_id, payroll_provider: provider, waiting, progress } = account
  if (waiting?.kind === 'mfa') return { view: 'second_factor', account: account_id }
  if (waiting?.kind === 'oauth2') return { view: 'away', account: account_id }
  if (progress === 'failed' || account.status === 'INVALID' || account.status === 'EXPIRED') {
    return { view: 'error', code: errorCodeOf(account), provider, account: account_id }
  }
  if (progress === 'done') return { view: 'review' }
  if (progress === 'nothing_found') return { view: 'nothing_found', provider }
  return { view: 'progress', account: account_id }
}

// The account history has a separate reason for an MFA answer that was too late.
const errorCodeOf = ({ failure, reason }: JourneyAccount) => {
  const code = failure ?? reason ?? 'unexpected'
  return code === 'window-passed' ? 'mfa-timeout' : code
}

/** The upload screen of the documents that the link asks for, if the client accepts them. */
export function requestedRoute({ requested, sources }: Journey): JourneyRoute | undefined {
  if (!requested || !sources.includes(requested.kind)) return undefined
  return { view: 'documents', kind: requested.kind }
}

/** The question whether a bank is read for another 90 days, if it is due. */
export function confirmationRoute({ accounts }: Journey): JourneyRoute | undefined {
  const due = accounts.find(({ consent }) => consent?.is_due)
  return due && { view: 'keep_sharing', account: due.account_id }
}

/** Returns the first screen of a link. People who have agreed go straight to the documents that it asks for. */
export const routeOfLink = (journey: Journey | null): JourneyRoute =>
  (journey && confirmationRoute(journey)) || (journey?.authorisation && requestedRoute(journey)) || firstRoute

export const routeAfterConsent = (journey: Journey): JourneyRoute =>
  confirmationRoute(journey) ?? requestedRoute(journey) ?? { view: 'source' }

/** Returns the screen for a person who opens the link again. */
export function routeToResume(journey: Journey): JourneyRoute {
  const confirmation = confirmationRoute(journey)
  if (confirmation) return confirmation
  if (!journey.authorisation) return hasShared(journey) ? { view: 'review' } : { view: 'consent' }
  const [newest] = journey.accounts
  if (newest && (newest.waiting || newest.progress === 'reading')) return routeForAccount(newest)
  const requested = requestedRoute(journey)
  if (requested) return requested
  return hasShared(journey) ? { view: 'review' } : { view: 'source' }
}

export const accountOf = ({ accounts }: Journey, id: string) =>
  accounts.find(({ account_id }) => account_id === id)

export const isReading = ({ accounts }: Journey) => accounts.some(({ progress }) => progress === 'reading')

export const hasBegun = (journey: Journey) => journey.authorisation !== null || hasShared(journey)

export const hasShared = ({ accounts, documents }: Journey) =>
  documents.payslips + documents.bank_statements > 0 || accounts.some(({ status }) => status === 'AUTHORISED')

/** Whether there is something to review. */
export const hasData = ({ accounts, documents }: Journey) =>
  documents.payslips + documents.bank_statements > 0 || accounts.some(({ progress }) => progress === 'done')

export const offersUploads = ({ sources }: Journey) =>
  sources.includes('payslips') || sources.includes('bank_statements')

/** Returns the upload screen of the first document kind that the client accepts. */
export const uploadOf = ({ sources }: Journey): JourneyRoute | undefined => {
  const kind = sources.find((source) => source === 'payslips' || source === 'bank_statements')
  return kind && { view: 'documents', kind }
}

/** Returns the previous screen for a tab without history. */
export function previousRoute(route: JourneyRoute): JourneyRoute {
  switch (route.view) {
    case 'consent':
      return { view: 'welcome' }
    case 'source':
      return { view: 'consent' }
    case 'provider':
      return ['direct', 'taxauth', 'bank'].includes(route.provider ?? '')
        ? { view: 'source' }
        : { view: 'employer' }
    case 'login':
      return route.provider ? { view: 'provider', provider: route.provider } : { view: 'employer' }
    case 'employer':
      return route.employer ? { view: 'employer' } : { view: 'source' }
    case 'more':
      return { view: 'review' }
    case 'mine':
      return { view: 'welcome' }
    default:
      return { view: 'source' }
  }
}
