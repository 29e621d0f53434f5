import type { DocumentFields } from '@payproof/sdk'
import { creditCardStatement } from '../awkward-documents.ts'
import type { E2eClient, JourneyWorld } from '../world.ts'
import { register, submitDocument, submitFile } from './people.ts'

const userName = 'beatrice.nightjar'
const payslipCount = 3
/** Distinguishes the person's reference from those of the populated client. */
const referenceNumber = 30
const netPay = 'income_information.earnings.net_pay'

export type CorrectedPerson = Awaited<ReturnType<typeof addCorrectedPerson>>

/** Registers a person with uploaded payslips, one of them corrected, and the statement of a credit card. */
export async function addCorrectedPerson(world: JourneyWorld, lender: E2eClient) {
  const person = await register(world, lender, userName, referenceNumber)
  const sent: string[] = []
  for (const day of await lastPayDays(world))
    sent.push(
      (await submitDocument(world, lender, person, 'payslip', `&layout=agency&pay_date=${day}`)).document_id,
    )
  const payslip = sent.at(-1) ?? ''
  const { forename, surname } = person.truth.identity
  const card = await submitFile(
    lender,
    person,
    'statement',
    await creditCardStatement(`${forename} ${surname}`),
  )
  const { fields }: DocumentFields = await lender.must('GET', `/documents/${payslip}/fields`)
  const read = Number(fields.find(({ path }) => path === netPay)?.value)
  const changes = [{ path: netPay, action: 'correct', value: (read + 10).toFixed(2) }]
  await lender.must('PATCH', `/documents/${payslip}/fields`, { revision: 0, changes })
  const { payroll_submissions } = await lender.must('GET', `/payroll/${person.user_id}`)
  const { id } = payroll_submissions.find((one: { document_id: string }) => one.document_id === payslip)
  return { user_id: person.user_id, payslip, card, submission: id as string }
}

async function lastPayDays({ sandbox }: JourneyWorld) {
  const { payslips }: { payslips: { paid_on: string }[] } = await sandbox.control(
    'GET',
    `/people/${userName}/payslips?limit=100`,
  )
  return [...new Set(payslips.map(({ paid_on }) => paid_on))].sort().slice(-payslipCount)
}
