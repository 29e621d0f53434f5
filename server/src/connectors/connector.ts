import type { Day, Payslip } from '../vocabulary/payslip.ts'
import type { TaxYear, TaxYearIncome } from '../vocabulary/tax-income.ts'
import type { Entry } from './catalogue.ts'
import type { Browsers } from './web-portal/browsers.ts'

/** How the provider wants the second step answered; the answer is one text. In the words of the interface. */
export type MfaMethod =
  | { type: 'Code'; source: 'SMS' | 'EMAIL' | 'AUTHENTICATOR_APP' }
  | { type: 'Date'; format: string; message: string }
  | { type: 'PasswordWithPositions'; positions: number[]; message: string }

export type Credentials = { user_name: string; password: string; extra: Record<string, string> }

/** What a direct connection is asked with. */
export type PersonSought = {
  ni_number: string
  date_of_birth: Day
  forename: string
  surname: string
  post_codes: string[]
}

/** What a connector works with: it knows no database, no configuration and no clock of its own. */
export type Talk = {
  now(): Date
  /** Aborted when nobody wants the answer any more; its reason is thrown then, and no failure of the provider. */
  signal: AbortSignal
  /** Headless Chromium, for providers that have nothing but a website. */
  browsers: Browsers
  /**
   * For providers that count our requests over all clients: sends one when it is its turn. To be given exactly one
   * request, or else the provider sees more of them than were counted.
   */
  inTurn<T>(send: () => Promise<T>): Promise<T>
  /** What the person's device says of itself, where a person takes part; for providers that want to know. */
  device: Device | null
}

/** Checked facts about a device, by their names in the interface less `x-svc-client-`, and the time they came. */
export type Device = { facts: Record<string, string>; at: string }

/**
 * What has to be kept to come again: tokens or cookies, never a password. Opaque to everybody else, who seals it.
 * endsAt: after that the person has to come back; null if the provider does not say.
 */
export type SignedIn = { outcome: 'signed-in'; session: string; endsAt: Date | null }

/** The second step; `pending` is what the connector needs to go on, also opaque. */
export type Asked = { outcome: 'asked'; method: MfaMethod; pending: string }

/** Days are pay dates and included. */
export type Period = { from: Day | null; to: Day | null }

/** What every connector can do once it is let in. All of it throws ConnectionFailure, and nothing else on purpose. */
type Visiting = {
  entry: Entry
  /**
   * Called before anything is fetched. Gives a new session where the old one must be exchanged first, which has to be stored
   * before it is used: a provider may end the old one by making the new. Null where there is nothing to do.
   */
  renew(session: string, talk: Talk): Promise<SignedIn | null>
  /** Signs out, or takes the consent back. Best effort: it never throws. */
  end(session: string, talk: Talk): Promise<void>
}

type Reading = Visiting & {
  gives: 'payslips'
  /** Newest first. Nothing there is an empty list. */
  fetchPayslips(session: string, period: Period, talk: Talk): Promise<Payslip[]>
}

/** The person types user name and password into our form. */
export type LoginConnector = Reading & {
  way: 'login'
  logIn(credentials: Credentials, talk: Talk): Promise<SignedIn | Asked>
  /** A wrong answer that leaves tries is `mfa-rejected` with attemptsLeft > 0, and `pending` stays good. */
  answer(pending: string, answer: string, talk: Talk): Promise<SignedIn>
}

/** What a person brings back from the provider. extra: what they told us before they went there. */
export type Grant = {
  code: string
  codeVerifier: string
  redirectUri: string
  extra: Record<string, string>
}

/** The person signs in at the provider, in their own browser. */
type Consenting = {
  way: 'oauth2'
  authorizationUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string
  /** user_name: who it was, as this provider tells people apart; null where it does not say. */
  exchange(grant: Grant, talk: Talk): Promise<SignedIn & { user_name: string | null }>
}

export type OAuth2Connector = Reading & Consenting

/** The tax authority: annual figures instead of payslips. */
export type TaxConnector = Visiting &
  Consenting & {
    gives: 'tax-years'
    /** isRefused: the provider has just said that the session is over, whatever the clock says. */
    renew(session: string, talk: Talk, isRefused?: boolean): Promise<SignedIn | null>
    /** Null where the authority has nothing of that year (any more, or yet): that is no income of zero. */
    fetchTaxYear(session: string, year: TaxYear, talk: Talk): Promise<TaxYearIncome | null>
  }

/** No person takes part: the provider is asked whether it knows somebody. */
export type DirectConnector = Reading & {
  way: 'direct'
  /** Null where nobody is known who agrees with all of it. */
  match(person: PersonSought, talk: Talk): Promise<SignedIn | null>
}

/** Those through which payslips come. */
export type PayslipConnector = LoginConnector | OAuth2Connector | DirectConnector

export type Connector = PayslipConnector | TaxConnector
