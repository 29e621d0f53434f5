import type { z } from 'zod'
import { totalOf } from '../../money.ts'
import type { SupportedTaxYear } from '../../payroll/types.ts'
import type { SimulatedPerson } from '../../people/types.ts'
import { ProviderFault } from '../errors.ts'
import type { ProviderDeps } from '../types.ts'
import { EmploymentReply, IncomeReply, TaxReply } from './replies.ts'

type YearOfWork = ReturnType<typeof employmentsInYear>

/** Three summaries of a tax year. They can be joined only by the employer's reference, which may occur twice. */
export const summaries = [
  {
    name: 'income',
    path: 'individual-income',
    version: '1.2',
    scope: 'read:individual-income',
    reply: IncomeReply,
    body: (year: YearOfWork): z.output<typeof IncomeReply> => ({
      pensionsAnnuitiesAndOtherStateBenefits: {},
      employments: year.map(({ employer, taxablePay }) => ({
        employerPayeReference: employer.payeReference,
        payFromEmployment: taxablePay / 100,
      })),
    }),
  },
  {
    name: 'employments',
    path: 'individual-employment',
    version: '1.2',
    scope: 'read:individual-employment',
    reply: EmploymentReply,
    body: (year: YearOfWork): z.output<typeof EmploymentReply> => ({
      employments: year.map(({ employer }) => ({
        employerPayeReference: employer.payeReference,
        employerName: employer.name,
        offPayrollWorkFlag: false,
      })),
    }),
  },
  {
    name: 'tax',
    path: 'individual-tax',
    version: '1.1',
    scope: 'read:individual-tax',
    reply: TaxReply,
    body: (year: YearOfWork): z.output<typeof TaxReply> => ({
      pensionsAnnuitiesAndOtherStateBenefits: {},
      refunds: {},
      employments: year.map(({ employer, incomeTax }) => ({
        employerPayeReference: employer.payeReference,
        taxTakenOffPay: incomeTax / 100,
      })),
    }),
  },
] as const

export type SummaryName = (typeof summaries)[number]['name']

export function requireUtr(utr: string) {
  if (!/^\d{10}$/.test(utr)) throw new ProviderFault('sa_utr_invalid')
}

export function requireTaxYear(text: string) {
  const [, first, second] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const isConsecutive = second !== undefined && (Number(first) + 1) % 100 === Number(second)
  if (!isConsecutive) throw new ProviderFault('tax_year_invalid')
}

/** Returns employments of a tax year with their totals. A year is reconciled in the October after its end. */
export function employmentsInYear({ world, clock }: ProviderDeps, person: SimulatedPerson, taxYear: string) {
  const today = clock.today()
  if (today < `${Number(taxYear.slice(0, 4)) + 1}-10-01`) throw new ProviderFault('not_reconciled')
  const year = person.jobs.flatMap((job) => {
    const payslips = world
      .payslips(job, today)
      .filter((payslip) => payslip.taxYear === (taxYear as SupportedTaxYear))
    if (payslips.length === 0) return []
    return {
      employer: job.employer,
      taxablePay: totalOf(payslips.map((payslip) => payslip.taxablePay)),
      incomeTax: totalOf(payslips.map((payslip) => payslip.incomeTax)),
    }
  })
  if (year.length === 0) throw new ProviderFault('not_found')
  return year
}
