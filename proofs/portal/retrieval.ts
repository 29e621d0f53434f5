import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginConnector, Talk } from '../../server/src/connectors/connector.ts'
import { ConnectionFailure } from '../../server/src/connectors/failure.ts'
import type { Payslip } from '../../server/src/vocabulary/payslip.ts'
import type { Sandbox } from '../../server/test/sandbox-process.ts'

export const provider = 'sandbox-portal'

export type Course = 'pass' | 'slow:1' | 'slow:2' | 'drop:list' | 'drop:payslip' | 'drop:login'
export type Outcome = {
  course: Course
  seconds: number
  payslips: number
  typedAgain: number
  problem: string | null
}
type Parts = { portal: LoginConnector; sandbox: Sandbox; talk: Talk }

/** Every such request is cut for so long, from the first of them on. */
const cutMs = 1_500

/** Sign in, fetch, sign out; each by a person of their own, so that nobody else is disturbed. */
export async function retrieveOnce(parts: Parts, n: number, course: Course, since: string): Promise<Outcome> {
  const { portal, sandbox, talk } = parts
  const userName = `person.${n + 1}`
  const startedAt = performance.now()
  const outcome: Outcome = { course, seconds: 0, payslips: 0, typedAgain: 0, problem: null }
  try {
    if (course.startsWith('slow') || course === 'drop:login') await sandbox.behave(provider, userName, course)
    const { session, typedAgain } = await signIn(parts, userName)
    outcome.typedAgain = typedAgain
    if (course === 'drop:list' || course === 'drop:payslip') await sandbox.behave(provider, userName, course)
    const cutting = course.startsWith('drop')
      ? sleep(cutMs).then(() => sandbox.behave(provider, userName, null))
      : undefined
    const payslips = await portal.fetchPayslips(session, { from: since, to: null }, talk)
    await cutting
    await portal.end(session, talk)
    outcome.payslips = payslips.length
    outcome.problem = differenceOf(payslips, await truthOf(sandbox, userName, since))
  } catch (failure) {
    outcome.problem = failure instanceof Error ? failure.message : String(failure)
  }
  outcome.seconds = (performance.now() - startedAt) / 1_000
  return outcome
}

/** Whose password was cut off on its way is asked for it again, once: no program sends it a second time. */
async function signIn({ portal, sandbox, talk }: Parts, userName: string) {
  const logIn = () => portal.logIn({ user_name: userName, password: 'pass', extra: {} }, talk)
  let typedAgain = 0
  const outcome = await logIn().catch(async (failure) => {
    if (!(failure instanceof ConnectionFailure) || failure.code !== 'provider-down') throw failure
    typedAgain = 1
    await sandbox.behave(provider, userName, null)
    return logIn()
  })
  if (outcome.outcome !== 'signed-in') throw new Error('a second step was asked for')
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

function differenceOf(payslips: Payslip[], truth: TruePayslip[]): string | null {
  const told = payslips.map(({ employment_information, income_information }) => {
    const { pay_date, earnings, deductions } = income_information
    const { gross_pay, net_pay, earning_elements } = earnings
    const { total_deductions, income_tax, employee_ni } = deductions
    const lines = earning_elements.map(({ amount }) => amount)
    const sums = [gross_pay, net_pay, total_deductions, income_tax, employee_ni]
    return [pay_date, employment_information.employer_name, ...sums, ...lines].join(' ')
  })
  const right = truth.map(({ paid_on, employment, totals, earnings }) => {
    const sums = [totals.gross, totals.net, totals.deductions, totals.income_tax, totals.employee_ni]
    return [paid_on, employment.employer.legal_name, ...sums, ...earnings.map(({ amount }) => amount)].join(
      ' ',
    )
  })
  const isSame = told.toSorted().join('\n') === right.toSorted().join('\n')
  return isSame ? null : `${told.length} payslips that differ from the ${right.length} true ones`
}
