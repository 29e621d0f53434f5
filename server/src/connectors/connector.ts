import type { Day, Payslip } from '../vocabulary/payslip.ts'
import type { TaxYear, TaxYearIncome } from '../vocabulary/tax-income.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Browsers } from './web-portal/browsers.ts'

/** How the provider wants the second factor answered, as in the interface; the answer is one text. */
export type MfaMethod =
  | { type: 'Code'; source: 'SMS' | 'EMAIL' | 'AUTHENTICATOR_APP' }
  | { type: 'Date'; format: string; message: string }
  | { type: 'PasswordWithPositions'; positions: number[]; message: string }

export type LoginCredentials = { user_name: string; password: string; extra: Record<string, string> }

/** The details for a direct connection. */
export type PersonToMatch = {
  ni_number: string
  date_of_birth: Day
  forename: string
  surname: string
  post_codes: string[]
}

/** A connector's dependencies: it has no access to the database, configuration or clock. */
export type ConnectorContext = {
  now(): Date
  /** Aborted when the result is no longer needed; its reason is then thrown instead of a provider failure. */
  signal: AbortSignal
  /** Headless Chromium, for providers that only have a website. */
  browsers: Browsers
  /**
   * For providers that rate-limit our requests over all clients: sends one request in its slot. Pass exactly
   * one request, or the provider counts more than we do.
   */
  withRateLimit<T>(send: () => Promise<T>): Promise<T>
  /** Facts about the person's device, if a person takes part, for providers that require them. */
  device: Device | null
}

/**
 * Validated device facts, by their interface names without `x-svc-client-`, and the time they were received.
 */
export type Device = { facts: Record<string, string>; at: string }

/**
 * State needed to continue later: tokens or cookies, never a password. Opaque to the caller, who encrypts it.
 * expiresAt: when the person has to log in again; null if the provider does not say.
 */
export type ConnectorSession = { outcome: 'signed-in'; session: string; expiresAt: Date | null }

/** The MFA challenge; `pending` is the connector's opaque state. */
export type MfaChallenge = { outcome: 'mfa-required'; method: MfaMethod; pending: string }

/** Pay dates, both inclusive. */
export type PayDateRange = { from: Day | null; to: Day | null }

/** Operations of a logged-in connector. They throw only ConnectionFailure on purpose. */
type SessionConnector = {
  entry: CatalogueEntry
  /**
   * Called before fetching. Returns a new session if the old one must be exchanged; it has to be stored
   * before use, because the provider may have invalidated the old one. Null if nothing has to be done.
   */
  renewSession(session: string, context: ConnectorContext): Promise<ConnectorSession | null>
  /** Signs out or revokes the consent. Best effort: never throws. */
  endSession(session: string, context: ConnectorContext): Promise<void>
}

type PayslipSource = SessionConnector & {
  dataType: 'payslips'
  /** Newest first. No payslips is an empty list. */
  fetchPayslips(session: string, period: PayDateRange, context: ConnectorContext): Promise<Payslip[]>
}

/** The person types user name and password into our form. */
export type LoginConnector = PayslipSource & {
  authMethod: 'login'
  logIn(credentials: LoginCredentials, context: ConnectorContext): Promise<ConnectorSession | MfaChallenge>
  /** A wrong answer with attempts left is `mfa-rejected` with attemptsLeft > 0, and `pending` stays valid. */
  answerMfa(pending: string, answer: string, context: ConnectorContext): Promise<ConnectorSession>
}

/** The result of the provider's redirect. extra: what the person entered before leaving. */
export type AuthorizationGrant = {
  code: string
  codeVerifier: string
  redirectUri: string
  extra: Record<string, string>
}

/** The person logs in at the provider, in their own browser. */
type OAuth2Authorization = {
  authMethod: 'oauth2'
  authorizationUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string
  /** user_name: the provider's identifier of the person; null if it returns none. */
  exchangeCode(
    grant: AuthorizationGrant,
    context: ConnectorContext,
  ): Promise<ConnectorSession & { user_name: string | null }>
}

export type OAuth2Connector = PayslipSource & OAuth2Authorization

/** HMRC: annual figures instead of payslips. */
export type TaxConnector = SessionConnector &
  OAuth2Authorization & {
    dataType: 'tax-years'
    /** isRefused: the provider has just rejected the session, whatever its expiry says. */
    renewSession(
      session: string,
      context: ConnectorContext,
      isRefused?: boolean,
    ): Promise<ConnectorSession | null>
    /** Null if HMRC has no data for that year (yet, or any more): not the same as zero income. */
    fetchTaxYear(session: string, year: TaxYear, context: ConnectorContext): Promise<TaxYearIncome | null>
  }

/** No login: the provider is queried for a person by their details. */
export type DirectConnector = PayslipSource & {
  authMethod: 'direct'
  /** Null if no record matches all details. */
  matchPerson(person: PersonToMatch, context: ConnectorContext): Promise<ConnectorSession | null>
}

/** Connectors that return payslips. */
export type PayslipConnector = LoginConnector | OAuth2Connector | DirectConnector

export type Connector = PayslipConnector | TaxConnector
