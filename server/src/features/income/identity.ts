import { dayOf } from '../../vocabulary/days.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { IncomeEvidence } from './evidence.ts'
import type { IncomeResult } from './model/summarise.ts'

export const identityFields = ['name', 'date_of_birth', 'ni_number', 'address'] as const
export const identityResults = ['agrees', 'differs', 'absent'] as const
type IdentityResult = (typeof identityResults)[number]
type IdentityInformation = Payslip['identity_information']

/** Compares the registered person with the newest payslip from payroll and with the newest uploaded payslip. */
export function compareIdentity({ person, paid }: IncomeEvidence, { payments }: IncomeResult) {
  const bySource = (['payroll', 'payslip'] as const).flatMap((source) => {
    const newest = payments.find((payment) => (payment.source === 'upload') === (source === 'payslip'))
    const stored = newest && paid.find(({ id }) => id === newest.id)
    return stored ? [{ source, submission_id: stored.id, identity: stored.payslip.identity_information }] : []
  })
  return identityFields.map((field) => ({
    field,
    sources: bySource.map(({ source, submission_id, identity }) => ({
      source,
      submission_id,
      result: compareField(field, person, identity),
    })),
  }))
}

function compareField(
  field: (typeof identityFields)[number],
  person: IncomeEvidence['person'],
  identity: IdentityInformation,
): IdentityResult {
  const { forename, surname, date_of_birth, ni_number, post_codes } = person
  switch (field) {
    case 'name':
      if (!forename || !surname || identity.name === null) return 'absent'
      return result(isSameName({ forename, surname }, identity.name))
    case 'date_of_birth':
      if (!date_of_birth || identity.date_of_birth === null) return 'absent'
      return result(dayOf(new Date(date_of_birth)) === identity.date_of_birth)
    case 'ni_number':
      if (!ni_number || identity.NI_number === null) return 'absent'
      return result(compact(ni_number) === compact(identity.NI_number))
    case 'address': {
      const post_code = identity.address?.post_code
      if (!post_codes?.length || !post_code) return 'absent'
      // A registered postcode may be only an outward code or a sector, so it is compared as a prefix.
      return result(post_codes.some((each) => compact(post_code).startsWith(compact(each))))
    }
  }
}

const result = (agrees: boolean): IdentityResult => (agrees ? 'agrees' : 'differs')
const compact = (text: string) => text.toUpperCase().replaceAll(/\s/g, '')
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** Whether the stated name contains all words of the surname, and the first forename or its initial. */
function isSameName({ forename, surname }: { forename: string; surname: string }, stated: string) {
  const words = wordsOf(stated)
  const [first = ''] = wordsOf(forename)
  return (
    wordsOf(surname).every((word) => words.includes(word)) &&
    words.some((word) => word === first || (word.length === 1 && first.startsWith(word)))
  )
}
