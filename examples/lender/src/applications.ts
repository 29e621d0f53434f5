import { randomUUID } from 'node:crypto'
import { type IncomeSummary, type Payproof, PayproofError } from '@payproof/sdk'
import type { Delivery } from '@payproof/sdk/webhooks'
import { type Applicant, type ApplicantEvidence, type Assessment, assess } from './assessment.ts'

export type Application = {
  /** Secret id. Only the applicant's browser knows it and presents it to open the application. */
  id: string
  /** Reference number shown to the applicant and the lender. */
  reference: string
  userId: string
  /** The applicant's link to the journey. */
  link: string
  applicant: Applicant
  /** Assessments, newest last. */
  assessments: Assessment[]
  /** Payproof's own summary of the income, once there is any. */
  summary?: IncomeSummary
}

export type Applications = ReturnType<typeof openApplications>

const maxApplications = 1_000

/** Keeps applications in memory only; they are lost when the process ends. Use your database instead. */
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

    /** Registers the applicant with the service and requests their journey link. */
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
      const application: Application = {
        id: randomUUID(),
        reference,
        userId: user_id,
        link,
        applicant,
        assessments: [],
      }
      byId.set(application.id, application)
      byUser.set(user_id, application)
      for (const oldest of byId.values()) if (byId.size > maxApplications) forget(oldest)
      return application
    },

    /** Returns the signed income report as PDF. Anyone can verify it offline with `payproof verify-report`. */
    async reportOf({ userId }: Application) {
      return Buffer.from(await (await payproof.reports.getFile(userId)).arrayBuffer())
    },

    /** Erases the applicant at the service and in this program. */
    async withdraw(application: Application) {
      await payproof.users.delete(application.userId)
      forget(application)
    },

    /**
     * Assesses the applicant again when new data arrives, one assessment at a time. Returning acknowledges the
     * delivery; after an error Payproof sends it again. In production, store the delivery in your database here
     * and let a worker process it.
     */
    async handleDelivery(delivery: Delivery) {
      // A kind of event that is newer than our SDK: acknowledge it, there is nothing to do.
      if (delivery.isUnknown) return
      const { user_id, isTest, isTombstone } = delivery
      const application = byUser.get(user_id)
      // Other programs of the same client may also register people, whom this lender does not know.
      if (!application || isTest) return
      if (isTombstone) return forget(application)
      const assessed = work.then(async () => {
        const evidence = await collect(payproof, user_id)
        application.summary = await payproof.income.get(user_id)
        application.assessments.push(assess(application.applicant, evidence))
      })
      // A failed assessment must not block the next one.
      work = assessed.catch(report)
      await assessed
    },
  }
}

/** Loads the data of a user. The webhook contains only the user's id. */
async function collect(payproof: Payproof, userId: string): Promise<ApplicantEvidence> {
  const [payslips, statements, expenditures] = await Promise.all([
    payproof.payroll.listSubmissions(userId).toArray({ max: 100 }),
    payproof.bankStatements.listSubmissions(userId).toArray({ max: 50 }),
    payproof.expenditure.getOns(userId).then((reply) => reply.expenditures, noneWithoutPay),
  ])
  return { payslips, statements, expenditures }
}

/** Returns no estimates for the error that occurs without net pay, or for a postcode without a region. */
function noneWithoutPay(error: unknown): [] {
  if (error instanceof PayproofError && error.code === 'expenditure-inputs') return []
  throw error
}

/** Logs an error. The SDK has already retried, and its errors contain no personal data. */
function report(error: unknown) {
  const { code = error, requestId = '' } = error as Partial<PayproofError>
  process.stderr.write(`An assessment failed: ${code} ${requestId}\n`)
}
