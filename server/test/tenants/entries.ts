import { randomBytes, randomUUID } from 'node:crypto'
import { accountEntries } from './entries/accounts.ts'
import { authorisationEntries } from './entries/authorisations.ts'
import { catalogueAndLogEntries } from './entries/catalogue-and-logs.ts'
import { configurationEntries } from './entries/configuration.ts'
import type { MatrixEntry } from './entries/entry.ts'
import { expenditureEntries } from './entries/expenditure.ts'
import { incomeEntries } from './entries/income.ts'
import { journeyEntries } from './entries/journeys.ts'
import { memberEntries } from './entries/members.ts'
import { payrollEntries } from './entries/payroll.ts'
import { publicEntries } from './entries/public.ts'
import { reviewEntries } from './entries/reviews.ts'
import { sandboxEntries } from './entries/sandbox.ts'
import { signInEntries } from './entries/sign-in.ts'
import { storedDocumentEntries } from './entries/stored-documents.ts'
import { submittedDocumentEntries } from './entries/submitted-documents.ts'
import { taxIncomeEntries } from './entries/tax-income.ts'
import { userEntries } from './entries/users.ts'
import { webhookEntries } from './entries/webhooks.ts'
import type { IdName } from './fixture.ts'

/** Calls of every operation of the API, by operationId. */
export const entries: Record<string, MatrixEntry> = {
  ...userEntries,
  ...configurationEntries,
  ...memberEntries,
  ...signInEntries,
  ...authorisationEntries,
  ...webhookEntries,
  ...accountEntries,
  ...payrollEntries,
  ...taxIncomeEntries,
  ...submittedDocumentEntries,
  ...journeyEntries,
  ...incomeEntries,
  ...reviewEntries,
  ...expenditureEntries,
  ...storedDocumentEntries,
  ...sandboxEntries,
  ...catalogueAndLogEntries,
  ...publicEntries,
}

/** Returns a well-formed id that does not exist. */
export const anUnknown = (name: IdName) =>
  name === 'ext_id' ? `zq${randomBytes(6).toString('hex')}` : randomUUID()
