import { randomUUID } from 'node:crypto'
import { type Payproof, PayproofError } from '@payproof/sdk'
import type { Delivery } from '@payproof/sdk/webhooks'
import { type Applicant, type Assessment, assess, type Evidence } from './assessment.ts'

export type Application = {
  /** Known to the applicant's browser only, which shows it to be let in. */
  id: string
  /** What both sides quote. */
  reference: string
  userId: string
  /** The applicant's way into the journey. */
  link: string
  applicant: Applicant
  /** Newest last. */
  assessments: Assessment[]
}

export type Applications = ReturnType<typeof openApplications>

const mostApplications = 1_000

/** All of it is in memory and gone with the process. Yours are rows in your database. */
export function openApplications(payproof: Payproof) {
  const byId = new Map<string, Application>()
  const byUser = new Map<string, Application>()
  let work = Promise.resolve()

  function forget({ id, userId }: Application) {
    byId.delete(id)
    byUser.delete(userId)
  }

  return {
    find: (id: string) => byId.get(id),

    /** Registers the applicant with the service and asks for their link. */
    async begin(applicant: Applicant): Promise<Application> {
      const { forename, surname, birthday, postCode } = applicant
      const reference = `LOAN-${randomUUID().slice(0, 8).toUpperCase()}`
      const { user_id } = await payproof.users.create({
        forename,
        surname,
        date_of_birth: birthday,
        post_codes: [postCode],
        ext_id: reference,
        payroll_period_months: 3,
        payroll_connections_enabled: true,
        payslip_upload_enabled: true,
      })
      const { webapp_link: link } = await payproof.userTokens.create({ user_id })
      const application = { id: randomUUID(), reference, userId: user_id, link, applicant, assessments: [] }
      byId.set(application.id, application)
      byUser.set(user_id, application)
      for (const oldest of byId.values()) if (byId.size > mostApplications) forget(oldest)
      return application
    },

    /** Erases the person at the service, and here. */
    async withdraw(application: Application) {
      await payproof.users.delete(application.userId)
      forget(application)
    },

    /**
     * Somebody has new data. To return is to answer the service, so the work comes afterwards, one after the other. You
     * would keep the delivery in your database here, for a worker to take it from there.
     */
    hear({ user_id, isTest, isTombstone }: Delivery) {
      const application = byUser.get(user_id)
      // Other programs of the same client register people too.
      if (!application || isTest) return
      if (isTombstone) return forget(application)
      work = work
        .then(async () => {
          const evidence = await collect(payproof, user_id)
          application.assessments.push(assess(application.applicant, evidence))
        })
        .catch(report)
    },
  }
}

/** The webhook says whose data is new; the API has it. */
async function collect(payproof: Payproof, userId: string): Promise<Evidence> {
  const [payslips, statements, expenditures] = await Promise.all([
    payproof.payroll.listSubmissions(userId).toArray({ max: 100 }),
    payproof.bankStatements.listSubmissions(userId).toArray({ max: 50 }),
    payproof.expenditure.getOns(userId).then((reply) => reply.expenditures, noneWithoutPay),
  ])
  return { payslips, statements, expenditures }
}

/** There is no estimate of somebody without net pay, or whose postcode has no region. */
function noneWithoutPay(error: unknown): [] {
  if (error instanceof PayproofError && error.code === 'expenditure-inputs') return []
  throw error
}

/** The SDK has tried again already. Its errors hold nothing of a person. */
function report(error: unknown) {
  const { code = error, requestId = '' } = error as Partial<PayproofError>
  process.stderr.write(`An assessment failed: ${code} ${requestId}\n`)
}
