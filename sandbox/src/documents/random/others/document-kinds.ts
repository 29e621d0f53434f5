import { councilTax, invoice, receipt, utilityBill } from './bills.ts'
import type { OtherDocumentContext } from './document-context.ts'
import { curriculumVitae, letter, minutes } from './letters.ts'
import { cardStatement, pensionStatement, savingsSummary, yearEnd } from './summaries.ts'

export const otherDocuments: Record<string, (context: OtherDocumentContext) => void> = {
  invoice,
  letter,
  receipt,
  minutes,
  'utility-bill': utilityBill,
  'council-tax': councilTax,
  cv: curriculumVitae,
  'card-statement': cardStatement,
  p60: yearEnd,
  'savings-summary': savingsSummary,
  'pension-statement': pensionStatement,
}
