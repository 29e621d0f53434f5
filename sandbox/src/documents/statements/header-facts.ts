import { grouped, sum } from '../../money.ts'
import { addressOf } from '../../people/addresses.ts'
import type { Address, Statement } from '../../people/types.ts'
import { cut, printable } from '../fit-text.ts'
import type { Facts, Form } from './bank-format.ts'
import { bicOf, ibanOf, inFours } from './iban.ts'

export function factsOf(form: Form, statement: Statement): Facts {
  const { person, transactions, openingBalance, closingBalance, end } = statement
  const { title, forename, surname, bank } = person
  const parts: Record<string, string> = { title, forename, initial: forename.slice(0, 1), surname }
  const holder = form.holder.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '').trim()
  const amounts = transactions.map(({ amount }) => amount)
  const { room, ...style } = form.letterhead
  const fitted = (line: string) => cut(printable(line), room, { ...form.text, ...style })
  const pound = form.hasPound ? '£' : ''
  return {
    statement,
    bank: form.bank,
    holder: fitted(form.isHolderInCapitals ? holder.toUpperCase() : holder),
    address: linesOf(addressOf(person, end)).map(fitted),
    accountNumber: bank.accountNumber,
    sortCode: form.sortCode.replaceAll('-', form.sortCodeMark),
    iban: form.bankCode ? inFours(ibanOf(form.bankCode, form.sortCode, bank.accountNumber)) : '',
    bic: form.bankCode ? bicOf(form.bankCode) : '',
    opening: openingBalance,
    closing: closingBalance,
    moneyIn: sum(amounts.filter((amount) => amount > 0)),
    moneyOut: -sum(amounts.filter((amount) => amount < 0)),
    balance(amount) {
      const digits = `${pound}${grouped(Math.abs(amount))}`
      return amount < 0 ? `${form.overdrawn.before}${digits}${form.overdrawn.after}` : digits
    },
    sum: (amount) => `${pound}${grouped(amount)}`,
  }
}

/** A town that is its own county is named once. */
const linesOf = ({ street, city, county, postCode }: Address) =>
  [street, city, county === city ? '' : county, postCode].filter((line) => line !== '')
