import { totalOf } from '../../money.ts'
import type { SupportedTaxYear } from '../../payroll/types.ts'
import type { SimulatedPerson } from '../../people/types.ts'
import { ProviderFault } from '../errors.ts'
import { addOAuth, oauthErrorBodyOr } from '../oauth/provider.ts'
import { configureProviderServer } from '../provider-http.ts'
import type { ProviderDeps, ProviderPlugin } from '../types.ts'

const hourMs = 3_600_000

type Year = ReturnType<typeof employmentsInYear>

/** Three summaries of a tax year. They can be joined only by the employer's reference, which may occur twice. */
const summaries = [
  {
    path: 'individual-income',
    version: '1.2',
    scope: 'read:individual-income',
    body: (year: Year) => ({
      employments: year.map(({ employer, taxablePay }) => ({
        employerPayeReference: employer.payeReference,
        payFromEmployment: taxablePay / 100,
      })),
      pensionsAnnuitiesAndOtherStateBenefits: {},
    }),
  },
  {
    path: 'individual-employment',
    version: '1.2',
    scope: 'read:individual-employment',
    body: (year: Year) => ({
      employments: year.map(({ employer }) => ({
        employerPayeReference: employer.payeReference,
        employerName: employer.name,
        offPayrollWorkFlag: false,
      })),
    }),
  },
  {
    path: 'individual-tax',
    version: '1.1',
    scope: 'read:individual-tax',
    body: (year: Year) => ({
      employments: year.map(({ employer, incomeTax }) => ({
        employerPayeReference: employer.payeReference,
        taxTakenOffPay: incomeTax / 100,
      })),
      pensionsAnnuitiesAndOtherStateBenefits: {},
      refunds: {},
    }),
  },
]

/** Tax authority. It offers annual figures only, available once a tax year has been reconciled. */
export const taxauth: ProviderPlugin = async (server, deps) => {
  configureProviderServer(server, 'taxauth', {
    ...deps,
    errorBody: oauthErrorBodyOr(server, ({ code, message }) => ({ code: code.toUpperCase(), message })),
  })
  const { authorise, applyBehaviour } = addOAuth(server, deps, {
    provider: 'taxauth',
    scopes: {
      'read:individual-income': 'what your employers paid you in past tax years',
      'read:individual-employment': 'who employed you in past tax years',
      'read:individual-tax': 'the tax that was taken off your pay in past tax years',
    },
    isPkceRequired: false,
    accessTokenTtlMs: 4 * hourMs,
    // The grant lasts eighteen months; afterwards the person must consent again.
    grantTtlMs: 548 * 24 * hourMs,
  })

  for (const { path, version, scope, body } of summaries) {
    server.get<{ Params: { utr: string; taxYear: string } }>(
      `/${path}/sa/:utr/annual-summary/:taxYear`,
      async (request) => {
        if (request.headers.accept !== `application/vnd.taxauth.${version}+json`)
          throw new ProviderFault('accept_header_invalid')
        const session = authorise(request, scope)
        await applyBehaviour(request, 'list', session)
        const { utr, taxYear } = request.params
        if (!/^\d{10}$/.test(utr)) throw new ProviderFault('sa_utr_invalid')
        if (!isTaxYear(taxYear)) throw new ProviderFault('tax_year_invalid')
        if (session.person.uniqueTaxReference !== utr) throw new ProviderFault('unauthorized')
        const year = employmentsInYear(deps, session.person, taxYear)
        if (year.length === 0) throw new ProviderFault('not_found')
        return body(year)
      },
    )
  }
}

function isTaxYear(text: string) {
  const [, first, second] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  return second !== undefined && (Number(first) + 1) % 100 === Number(second)
}

/**
 * Returns employments of a tax year with their totals. The list is empty until the October after the year's end, when
 * the year is reconciled.
 */
function employmentsInYear({ world, clock }: ProviderDeps, person: SimulatedPerson, taxYear: string) {
  const today = clock.today()
  if (today < `${Number(taxYear.slice(0, 4)) + 1}-10-01`) return []
  return person.jobs.flatMap((job) => {
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
}
