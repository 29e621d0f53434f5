import { type MatrixEntry, shapes } from './entry.ts'

// Expenditure statistics.

const atExpenditure = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/expenditure/${user_id}/ons${way}` }),
  })

export const expenditureEntries: Record<string, MatrixEntry> = {
  getOnsExpenditure: atExpenditure(''),
  getOnsExpenditureWorking: atExpenditure('/working'),
}
