import type { BankStatement } from '../../../vocabulary/bank-statement.ts'
import type { Provenance, ValueSource } from '../../document.ts'
import type { LocatedFact } from './located-fact.ts'

type AccountField = keyof BankStatement['account_information']

/** Details of the account, as printed in the letterhead. */
export type AccountFacts = {
  [Name in 'holder' | 'account' | 'sortCode' | 'bank' | 'iban']?: LocatedFact | undefined
}

const factsByField = {
  account_holder_name: 'holder',
  account_number: 'account',
  sort_code: 'sortCode',
  bank_name: 'bank',
  iban: 'iban',
} as const satisfies Record<AccountField, keyof AccountFacts>

export const accountInformation = (facts: AccountFacts): BankStatement['account_information'] => ({
  account_holder_name: facts.holder?.value ?? null,
  account_number: facts.account?.value ?? null,
  sort_code: facts.sortCode?.value ?? null,
  bank_name: facts.bank?.value ?? null,
  iban: facts.iban?.value ?? null,
})

/** Returns where each detail of the account is printed. A detail without a label is only likely. */
export function accountProvenance(facts: AccountFacts, method: ValueSource['method']): Provenance {
  const provenance: Provenance = {}
  for (const [field, name] of Object.entries(factsByField)) {
    const fact = facts[name]
    if (fact)
      provenance[`account_information.${field}`] = {
        place: fact.place,
        method,
        confidence: fact.isLabelled ? 'printed' : 'likely',
      }
  }
  return provenance
}
