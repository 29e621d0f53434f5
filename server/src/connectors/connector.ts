import type { DocumentReading } from '../extraction/document.ts'
import type { PdfWords } from '../extraction/read.ts'
import type { Day, Payslip } from '../vocabulary/payslip.ts'
import type { TaxYear, TaxYearIncome } from '../vocabulary/tax-income.ts'
import type { ConnectedAccount } from './bank-income/bank-account.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { ProviderExchange } from './provider-exchange.ts'
import type { Browsers } from './web-portal/browsers.ts'

/**
 * The second factor that the provider requires, in the API's format. The applicant's answer is always a single
 * string.
 */
export type MfaMethod =
  | { type: 'Code'; source: 'SMS' | 'EMAIL' | 'AUTHENTICATOR_APP' }
  | { type: 'Date'; format: string; message: string }
  | { type: 'PasswordWithPositions'; positions: number[]; message: string }

export type LoginCredentials = { user_name: string; password: string; extra: Record<string, string> }

/** The personal details that a direct connection needs. */
export type PersonToMatch = {
  ni_number: string
  date_of_birth: Day
  forename: string
  surname: string
  post_codes: string[]
}

/** The registered person, as far as known, for payrolls in which the connector has to find them. */
export type PersonToFind = {
  ni_number: string | null
  date_of_birth: Day | null
  forename: string | null
  surname: string | null
}

/** A connector's dependencies. A connector has no access to the database, the configuration or the system clock. */
export type ConnectorContext = {
  now(): Date
  /**
   * Aborted when the result is no longer needed. The reason of the signal is then thrown instead of a provider
   * failure.
   */
  signal: AbortSignal
  /** Headless Chromium, for providers that only have a website. */
  browsers: Browsers
  /** Reads the words of a provider's PDF in the sandbox of the document reader. */
  readPdf(bytes: Uint8Array): Promise<PdfWords>
  /** Reads a provider's PDF as an upload is read, in the same sandbox. */
  readDocument(bytes: Uint8Array): Promise<DocumentReading>
  /**
   * Sends one request when it gets a slot, for providers that rate-limit our requests over all clients. `send` must
   * make exactly one request, or the provider counts more requests than we do.
   */
  withRateLimit<T>(send: () => Promise<T>): Promise<T>
  /** Reports data that was skipped or incomplete, without personal data, while the rest was read. */
  warn?(detail: string): void
  /** Set by the connector doctor only: receives every request and reply. */
  onExchange?: (exchange: ProviderExchange) => void
  /** Facts about the applicant's device, if the applicant takes part, for providers that require them. */
  device: Device | null
}

/** Validated device facts by their API names without `x-svc-client-`, and the time when they were received. */
export type Device = { facts: Record<string, string>; at: string }

/**
 * State needed to continue later: tokens or cookies, never a password. It is opaque to the caller, who encrypts it.
 * `expiresAt` is the time when the person has to log in again, or null if the provider does not report it.
 */
export type ConnectorSession = { outcome: 'signed-in'; session: string; expiresAt: Date | null }

/** An MFA challenge. `pending` is the connector's opaque state. */
export type MfaChallenge = { outcome: 'mfa-required'; method: MfaMethod; pending: string }

/** Range of pay dates, both inclusive. */
export type PayDateRange = { from: Day | null; to: Day | null }

/** Operations that need a session. Every expected failure is thrown as ConnectionFailure. */
type SessionConnector = {
  entry: CatalogueEntry
  /**
   * Called before fetching. Returns a new session if the old one must be exchanged, or null if it need not be. The
   * new session must be stored before it is used, because the provider may have invalidated the old one.
   */
  renewSession(session: string, context: ConnectorContext): Promise<ConnectorSession | null>
  /** Signs out or revokes the consent. Best effort: never throws. */
  endSession(session: string, context: ConnectorContext): Promise<void>
}

type PayslipSource = SessionConnector & {
  dataType: 'payslips'
  /** Returns payslips, newest first, or an empty list if there are none. */
  fetchPayslips(session: string, period: PayDateRange, context: ConnectorContext): Promise<Payslip[]>
}

/** The applicant types user name and password into our form. */
export type LoginConnector = PayslipSource & {
  authMethod: 'login'
  logIn(credentials: LoginCredentials, context: ConnectorContext): Promise<ConnectorSession | MfaChallenge>
  /**
   * If the answer is wrong and attempts are left, throws `mfa-rejected` with attemptsLeft > 0, and `pending` stays
   * valid.
   */
  answerMfa(pending: string, answer: string, context: ConnectorContext): Promise<ConnectorSession>
}

/**
 * The result of the provider's redirect. `extra` contains the values that the applicant entered before leaving for
 * the provider.
 */
export type AuthorizationGrant = {
  code: string
  codeVerifier: string
  redirectUri: string
  extra: Record<string, string>
  person?: PersonToFind
  /** State that `startAuthorization` returned. */
  pending?: string | null
}

/**
 * `user_name` is the provider's identifier for the person, or null if it returns none. `self_administered` is true if
 * the person administers the payroll that pays them.
 */
export type OAuth2Login = ConnectorSession & { user_name: string | null; self_administered?: boolean | null }

/** The applicant logs in at the provider, in their own browser. */
type OAuth2Authorization = {
  authMethod: 'oauth2'
  authorizationUrl(request: { state: string; codeChallenge: string; redirectUri: string }): string
} & CodeExchange

type CodeExchange = {
  exchangeCode(grant: AuthorizationGrant, context: ConnectorContext): Promise<OAuth2Login>
}

export type OAuth2Connector = PayslipSource & OAuth2Authorization

/** HMRC, which provides annual figures instead of payslips. */
export type TaxConnector = SessionConnector &
  OAuth2Authorization & {
    dataType: 'tax-years'
    /** `isRefused` means that the provider has just rejected the session, even if it has not expired. */
    renewSession(
      session: string,
      context: ConnectorContext,
      isRefused?: boolean,
    ): Promise<ConnectorSession | null>
    /**
     * Returns null if HMRC does not have data for that year yet, or no longer has it. This is not the same as zero
     * income.
     */
    fetchTaxYear(session: string, year: TaxYear, context: ConnectorContext): Promise<TaxYearIncome | null>
  }

/** A request for consent at a bank. `userReference` identifies the person to the aggregator without personal data. */
export type BankAuthorizationRequest = {
  state: string
  redirectUri: string
  userReference: string
  /** First day whose transactions are needed. */
  from: Day
}

/** A bank account, read through an aggregator. The applicant consents at the bank. */
export type BankConnector = SessionConnector &
  CodeExchange & {
    authMethod: 'oauth2'
    dataType: 'bank-accounts'
    /**
     * Requests the address at which the applicant consents. This is a call to the aggregator, so it must not run in a
     * transaction. `pending` is passed to `exchangeCode`.
     */
    startAuthorization(
      request: BankAuthorizationRequest,
      context: ConnectorContext,
    ): Promise<{ url: string; pending: string }>
    /**
     * Reports that the person has just confirmed the consent on our own screen. Throws `consent-ended` if the person has
     * to consent at the bank again.
     */
    confirmConsent(session: string, context: ConnectorContext): Promise<ConnectorSession>
    /** Returns all accounts with their booked transactions. Both days are inclusive. */
    fetchAccounts(
      session: string,
      period: { from: Day; to: Day },
      context: ConnectorContext,
    ): Promise<ConnectedAccount[]>
  }

/** A provider without a login: it is queried for a person by their details. */
export type DirectConnector = PayslipSource & {
  authMethod: 'direct'
  /** Returns null if no record matches all details. */
  matchPerson(person: PersonToMatch, context: ConnectorContext): Promise<ConnectorSession | null>
}

export type PayslipConnector = LoginConnector | OAuth2Connector | DirectConnector

export type Connector = PayslipConnector | TaxConnector | BankConnector
