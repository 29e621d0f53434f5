import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectorContext, LoginConnector } from '../../server/src/connectors/connector.ts'
import { ConnectionFailure, isProviderFault } from '../../server/src/connectors/failure.ts'
import type { Payslip } from '../../server/src/vocabulary/payslip.ts'
import type { Sandbox } from '../../server/test/sandbox-process.ts'

export const provider = 'sandbox-portal'

export type Behaviour = 'pass' | 'slow:1' | 'slow:2' | 'drop:list' | 'drop:payslip' | 'drop:login'
export type PortalRetrieval = {
  behaviour: Behaviour
  seconds: number
  payslips: number
  typedAgain: number
  problem: string | null
}
type RetrievalDeps = { portal: LoginConnector; sandbox: Sandbox; talk: ConnectorContext }

/** Time during which the website drops requests. */
const dropMs = 1_500

/**
 * Logs in, fetches payslips and logs out. Each retrieval uses another person, so that the simulated behaviour affects
 * no other retrieval.
 */
export async function retrieveOnce(
  deps: RetrievalDeps,
  n: number,
  behaviour: Behaviour,
  since: string,
): Promise<PortalRetrieval> {
  const { portal, sandbox, talk } = deps
  const userName = `person.${n + 1}`
  const startedAt = performance.now()
  const result: PortalRetrieval = { behaviour, seconds: 0, payslips: 0, typedAgain: 0, problem: null }
  try {
    if (behaviour.startsWith('slow') || behaviour === 'drop:login')
      await sandbox.behave(provider, userName, behaviour)
    const { session, typedAgain } = await signIn(deps, userName)
    result.typedAgain = typedAgain
    if (behaviour === 'drop:list' || behaviour === 'drop:payslip')
      await sandbox.behave(provider, userName, behaviour)
    const endOfDrops = behaviour.startsWith('drop')
      ? sleep(dropMs).then(() => sandbox.behave(provider, userName, null))
      : undefined
    const payslips = await portal.fetchPayslips(session, { from: since, to: null }, talk)
    await endOfDrops
    await portal.endSession(session, talk)
    result.payslips = payslips.length
    result.problem = describeDifference(payslips, await truthOf(sandbox, userName, since))
  } catch (failure) {
    result.problem = failure instanceof Error ? failure.message : String(failure)
  }
  result.seconds = (performance.now() - startedAt) / 1_000
  return result
}

/**
 * Logs in. After a dropped login the person enters the password again, once, because the service never resends a
 * password automatically.
 */
async function signIn({ portal, sandbox, talk }: RetrievalDeps, userName: string) {
  const logIn = () => portal.logIn({ user_name: userName, password: 'pass', extra: {} }, talk)
  let typedAgain = 0
  const outcome = await logIn().catch(async (failure) => {
    if (!(failure instanceof ConnectionFailure) || !isProviderFault(failure.code)) throw failure
    typedAgain = 1
    await sandbox.behave(provider, userName, null)
    return logIn()
  })
  if (outcome.outcome !== 'signed-in') throw new Error('unexpected MFA challenge')
  return { session: outcome.session, typedAgain }
}

type TruePayslip = {
  paid_on: string
  employment: { employer: { legal_name: string } }
  totals: { gross: string; net: string; deductions: string; income_tax: string; employee_ni: string }
  earnings: { amount: string }[]
}

async function truthOf(sandbox: Sandbox, userName: string, since: string): Promise<TruePayslip[]> {
  const { payslips } = await sandbox.control('GET', `/people/${userName}/payslips?limit=100`)
  return payslips.filter(({ paid_on }: TruePayslip) => paid_on >= since)
}

function describeDifference(payslips: Payslip[], truth: TruePayslip[]): string | null {
  const actual = payslips.map(({ employment_information, income_information }) => {
    const { pay_date, earnings, deductions } = income_information
    const { gross_pay, net_pay, earning_elements } = earnings
    const { total_deductions, income_tax, employee_ni } = deductions
    const lines = earning_elements.map(({ amount }) => amount)
    const sums = [gross_pay, net_pay, total_deductions, income_tax, employee_ni]
    return [pay_date, employment_information.employer_name, ...sums, ...lines].join(' ')
  })
  const expected = truth.map(({ paid_on, employment, totals, earnings }) => {
    const sums = [totals.gross, totals.net, totals.deductions, totals.income_tax, totals.employee_ni]
    return [paid_on, employment.employer.legal_name, ...sums, ...earnings.map(({ amount }) => amount)].join(
      ' ',
    )
  })
  const isSame = actual.toSorted().join('\n') === expected.toSorted().join('\n')
  return isSame ? null : `${actual.length} payslips differ from the ${expected.length} expected`
}
