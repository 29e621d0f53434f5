import type { Payslip } from '../../vocabulary/payslip.ts'
import type { ConnectorContext, PayDateRange, PersonToFind } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import type { ProviderReply } from '../transport.ts'

/** The one employee that a consent is used for, at the company that was chosen. */
export type ConnectedEmployee = {
  company_name: string
  /** Identifier of the company and of its connection, at systems where one consent covers several companies. */
  company_id: string | null
  connection_id: string | null
  employee_id: string
}

/** The employee and company that a consent gives access to, and who gave it. */
export type ConnectedPayroll = {
  employee: ConnectedEmployee
  /** Login of the user who gave the consent. */
  user_name: string | null
  /** Whether that user administers the payroll and is the employee; null if the system does not name the user. */
  self_administered: boolean | null
}

export type EmployerTokens = { access_token: string; id_token: string | null }

/** A payroll system whose users grant access to the payroll of their company. */
export type PayrollSystem = {
  /** Scope requested at the authorisation; null if the system has no scopes. */
  scope: string | null
  /** Chooses the company and finds the one employee in it. Nothing of other employees is returned. */
  connect(
    tokens: EmployerTokens,
    wanted: { companyName: string | undefined; person: PersonToFind },
    context: ConnectorContext,
  ): Promise<ConnectedPayroll>
  /** Whether the access token still works. Throws `consent-ended` if the company was disconnected. */
  isAccepted(token: string, employee: ConnectedEmployee, context: ConnectorContext): Promise<boolean>
  fetchPayslips(
    token: string,
    employee: ConnectedEmployee,
    period: PayDateRange,
    context: ConnectorContext,
  ): Promise<Payslip[]>
  /** Ends the access to every company of a consent that leads to no employee, if the system has a way. */
  abandon?(token: string, context: ConnectorContext): Promise<void>
  /** Ends the access to the company, if the system has a way. */
  disconnect?(token: string, employee: ConnectedEmployee, context: ConnectorContext): Promise<void>
}

/** Returns the body. The systems have no error codes, so the status decides. */
export function requireData<T>(reply: ProviderReply<T>): T {
  if ('body' in reply) return reply.body
  const { status, source } = reply.refusal
  if (status === 401) throw new ConnectionFailure('session-ended')
  if (status === 403) throw new ConnectionFailure('payroll-not-permitted')
  throw new ConnectionFailure('provider-changed', { detail: `${source}: status ${status}` })
}

export const isUnauthorised = (reply: ProviderReply<unknown>) =>
  'refusal' in reply && reply.refusal.status === 401
