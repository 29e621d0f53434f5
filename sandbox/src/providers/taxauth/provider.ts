import { sum } from '../../money.ts'
import type { TaxYear } from '../../payroll/types.ts'
import type { Person } from '../../people/types.ts'
import { Fault } from '../errors.ts'
import { addOAuth, oauthErrorBodyOr } from '../oauth/provider.ts'
import { prepare } from '../provider-http.ts'
import type { Provider, Surroundings } from '../types.ts'

const hourMs = 3_600_000

type Year = ReturnType<typeof yearsWork>

/** Three summaries of the same year that share nothing but the employer's reference, which may come twice. */
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

/** (e): the tax authority. Annual figures only, and only once a year has been reconciled. */
export const taxauth: Provider = async (server, surroundings) => {
  prepare(server, 'taxauth', {
    ...surroundings,
    errorBody: oauthErrorBodyOr(server, ({ code, message }) => ({ code: code.toUpperCase(), message })),
  })
  const { enter, attend } = addOAuth(server, surroundings, {
    provider: 'taxauth',
    scopes: {
      'read:individual-income': 'what your employers paid you in past tax years',
      'read:individual-employment': 'who employed you in past tax years',
      'read:individual-tax': 'the tax that was taken off your pay in past tax years',
    },
    isPkceRequired: false,
    accessLifeMs: 4 * hourMs,
    // Eighteen months; whoever reads on after that has to ask again.
    grantLifeMs: 548 * 24 * hourMs,
  })

  for (const { path, version, scope, body } of summaries) {
    server.get<{ Params: { utr: string; taxYear: string } }>(
      `/${path}/sa/:utr/annual-summary/:taxYear`,
      async (request) => {
        if (request.headers.accept !== `application/vnd.taxauth.${version}+json`)
          throw new Fault('accept_header_invalid')
        const session = enter(request, scope)
        await attend(request, 'list', session)
        const { utr, taxYear } = request.params
        if (!/^\d{10}$/.test(utr)) throw new Fault('sa_utr_invalid')
        if (!isTaxYear(taxYear)) throw new Fault('tax_year_invalid')
        if (session.person.uniqueTaxReference !== utr) throw new Fault('unauthorized')
        const year = yearsWork(surroundings, session.person, taxYear)
        if (year.length === 0) throw new Fault('not_found')
        return body(year)
      },
    )
  }
}

function isTaxYear(text: string) {
  const [, first, second] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  return second !== undefined && (Number(first) + 1) % 100 === Number(second)
}

/** What is known of a year: nothing before the October after its end, when employers' reports have been gone through. */
function yearsWork({ world, clock }: Surroundings, person: Person, taxYear: string) {
  const today = clock.today()
  if (today < `${Number(taxYear.slice(0, 4)) + 1}-10-01`) return []
  return person.jobs.flatMap((job) => {
    const payslips = world.payslips(job, today).filter((slip) => slip.taxYear === (taxYear as TaxYear))
    if (payslips.length === 0) return []
    return {
      employer: job.employer,
      taxablePay: sum(payslips.map((slip) => slip.taxablePay)),
      incomeTax: sum(payslips.map((slip) => slip.incomeTax)),
    }
  })
}
