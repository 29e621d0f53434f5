import { type Payproof, PayproofError, type UploadFile } from '@payproof/sdk'

/** Registers a person, retrieves their payslips and prints what they are paid. */
export async function readIncome(payproof: Payproof, files: UploadFile[]) {
  const { user_id } = await payproof.users.create({
    forename: 'Wilhelmina',
    surname: 'Oakapple',
    date_of_birth: '1988-04-17',
    post_codes: ['LS1 4AP'],
    payroll_period_months: 12,
    payslip_upload_enabled: true,
  })
  await payproof.authorisations.create({ user_id, user_agent: 'Browser 1' })

  const person = payproof.forUser(user_id)
  const { payslip_errors } = await person.uploads.payslips(files)
  for (const { file_name, error } of payslip_errors) throw new Error(`${file_name}: ${error}`)

  const paid: { employer: string | null; net: string | null }[] = []
  for await (const payslip of payproof.payroll.listSubmissions(user_id)) {
    const { employment_information: employment, income_information: income } = payslip
    paid.push({ employer: employment.employer_name, net: income.earnings.net_pay })
  }
  return { user_id, paid }
}

/** Returns the user with this id, or undefined. */
export async function findUser(payproof: Payproof, user_id: string) {
  try {
    return await payproof.users.get(user_id)
  } catch (error) {
    if (error instanceof PayproofError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Reads the event feed from the stored cursor and returns the next one: no webhook receiver needed. */
export async function catchUp(payproof: Payproof, cursor: string | undefined, handle: (id: string) => void) {
  for await (const page of payproof.events.list({ cursor }).pages()) {
    for (const { body } of page.events) handle(body.user_id)
    cursor = page.cursor
  }
  return cursor
}
