import type { Day, Payslip } from '../vocabulary/payslip.ts'
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
}

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
type Reading = {
  entry: Entry
  /**
   * Called before fetchPayslips. Gives a new session where the old one must be exchanged first, which has to be stored
   * before it is used: a provider may end the old one by making the new. Null where there is nothing to do.
   */
  renew(session: string, talk: Talk): Promise<SignedIn | null>
  /** Newest first. Nothing there is an empty list. */
  fetchPayslips(session: string, period: Period, talk: Talk): Promise<Payslip[]>
  /** Signs out, or takes the consent back. Best effort: it never throws. */
  end(session: string, talk: Talk): Promise<void>
}

/** The person types user name and password into our form. */
export type LoginConnector = Reading & {
  way: 'login'
  logIn(credentials: Credentials, talk: Talk): Promise<SignedIn | Asked>
  /** A wrong answer that leaves tries is `mfa-rejected` with attemptsLeft > 0, and `pending` stays good. */
  answer(pending: string, answer: string, talk: Talk): Promise<SignedIn>
}

/** The person signs in at the provider, in their own browser. */
export type OAuth2Connector = Reading & {
  way: 'oauth2'
  authorizationUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string
  /** user_name: who it was, as this provider tells people apart; null where it does not say. */
  exchange(
    grant: { code: string; codeVerifier: string; redirectUri: string },
    talk: Talk,
  ): Promise<SignedIn & { user_name: string | null }>
}

/** No person takes part: the provider is asked whether it knows somebody. */
export type DirectConnector = Reading & {
  way: 'direct'
  /** Null where nobody is known who agrees with all of it. */
  match(person: PersonSought, talk: Talk): Promise<SignedIn | null>
}

export type Connector = LoginConnector | OAuth2Connector | DirectConnector
