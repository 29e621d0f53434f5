import type { View } from '../../embed/types.ts'
import type { Journey, JourneyAccount } from '../types.ts'
import type { JourneyRoute } from './routes.ts'

// The screen actually shown for a route: addresses are typed, bookmarked and revisited, and the journey may
// continue in other tabs.

const needAgreement = new Set<View>([
  'source',
  'employer',
  'provider',
  'login',
  'second_factor',
  'away',
  'progress',
  'documents',
])

export function settle(place: JourneyRoute, journey: Journey): JourneyRoute {
  if (place.view === 'expired') return { view: 'welcome' }
  if (needAgreement.has(place.view) && !journey.authorisation) return { view: 'consent' }
  if (place.view === 'documents' && !offersUploads(journey)) return { view: 'source' }
  const account = place.account === undefined ? undefined : accountOf(journey, place.account)
  switch (place.view) {
    case 'second_factor':
    case 'away':
      return account ? whereItStands(account) : { view: 'source' }
    case 'progress':
      // This screen moves on automatically once the results are checked.
      if (account) return account.progress === 'done' ? place : whereItStands(account)
      // Without an account id it covers all accounts being read.
      return place.account === undefined ? place : { view: 'source' }
    default:
      return place
  }
}

/** The screen for an account's status. */
export function whereItStands(account: JourneyAccount): JourneyRoute {
  const { account_id, payroll_provider: provider, waiting, progress } = account
  if (waiting?.kind === 'mfa') return { view: 'second_factor', account: account_id }
  if (waiting?.kind === 'oauth2') return { view: 'away', account: account_id }
  if (progress === 'failed' || account.status === 'INVALID' || account.status === 'EXPIRED') {
    return { view: 'error', code: wordOf(account), provider, account: account_id }
  }
  if (progress === 'done') return { view: 'review' }
  if (progress === 'nothing_found') return { view: 'nothing_found', provider }
  return { view: 'progress', account: account_id }
}

// The account history has a separate reason for an MFA answer that came too late.
const wordOf = ({ failure, reason }: JourneyAccount) => {
  const word = failure ?? reason ?? 'unexpected'
  return word === 'window-passed' ? 'mfa-timeout' : word
}

/** The screen for a person who opens the link again. */
export function whereToGoOn(journey: Journey): JourneyRoute {
  if (!journey.authorisation) return hasShared(journey) ? { view: 'review' } : { view: 'consent' }
  const [newest] = journey.accounts
  if (newest && (newest.waiting || newest.progress === 'reading')) return whereItStands(newest)
  return hasShared(journey) ? { view: 'review' } : { view: 'source' }
}

export const accountOf = ({ accounts }: Journey, id: string) =>
  accounts.find(({ account_id }) => account_id === id)

export const isReading = ({ accounts }: Journey) => accounts.some(({ progress }) => progress === 'reading')

export const hasBegun = (journey: Journey) => journey.authorisation !== null || hasShared(journey)

export const hasShared = ({ accounts, documents }: Journey) =>
  documents.payslips + documents.bank_statements > 0 || accounts.some(({ status }) => status === 'AUTHORISED')

export const offersUploads = ({ sources }: Journey) =>
  sources.includes('payslips') || sources.includes('bank_statements')

/** The first upload kind the client accepts. */
export const uploadOf = ({ sources }: Journey): JourneyRoute | undefined => {
  const kind = sources.find((source) => source === 'payslips' || source === 'bank_statements')
  return kind && { view: 'documents', kind }
}

/** The previous screen when the tab has no history. */
export function beforeIt(place: JourneyRoute): JourneyRoute {
  switch (place.view) {
    case 'consent':
      return { view: 'welcome' }
    case 'source':
      return { view: 'consent' }
    case 'provider':
      return place.provider === 'direct' || place.provider === 'taxauth'
        ? { view: 'source' }
        : { view: 'employer' }
    case 'login':
      return place.provider ? { view: 'provider', provider: place.provider } : { view: 'employer' }
    case 'employer':
      return place.employer ? { view: 'employer' } : { view: 'source' }
    case 'more':
      return { view: 'review' }
    case 'mine':
      return { view: 'welcome' }
    default:
      return { view: 'source' }
  }
}
