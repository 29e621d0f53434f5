import { grouped, totalOf } from '../../money.ts'
import { addressOf } from '../../people/addresses.ts'
import type { GeneratedStatement, PostalAddress } from '../../people/types.ts'
import { toPrintable, truncateToWidth } from '../fit-text.ts'
import type { BankFormat, BankStatementFacts } from './bank-format.ts'
import { bicOf, ibanOf, inFours } from './iban.ts'

export function factsOf(format: BankFormat, statement: GeneratedStatement): BankStatementFacts {
  const { person, transactions, openingBalance, closingBalance, end } = statement
  const { title, forename, surname, bank } = person
  const nameParts: Record<string, string> = { title, forename, initial: forename.slice(0, 1), surname }
  const holder = format.holder.replace(/\{(\w+)\}/g, (_, name: string) => nameParts[name] ?? '').trim()
  const amounts = transactions.map(({ amount }) => amount)
  const { room, ...style } = format.letterhead
  const fitted = (line: string) => truncateToWidth(toPrintable(line), room, { ...format.text, ...style })
  const pound = format.hasPound ? '£' : ''
  return {
    statement,
    bank: format.bank,
    holder: fitted(format.isHolderInCapitals ? holder.toUpperCase() : holder),
    address: linesOf(addressOf(person, end)).map(fitted),
    accountNumber: bank.accountNumber,
    sortCode: format.sortCode.replaceAll('-', format.sortCodeMark),
    iban: format.bankCode ? inFours(ibanOf(format.bankCode, format.sortCode, bank.accountNumber)) : '',
    bic: format.bankCode ? bicOf(format.bankCode) : '',
    opening: openingBalance,
    closing: closingBalance,
    moneyIn: totalOf(amounts.filter((amount) => amount > 0)),
    moneyOut: -totalOf(amounts.filter((amount) => amount < 0)),
    balance(amount) {
      const digits = `${pound}${grouped(Math.abs(amount))}`
      return amount < 0 ? `${format.overdrawn.before}${digits}${format.overdrawn.after}` : digits
    },
    formatAmount: (amount) => `${pound}${grouped(amount)}`,
  }
}

/** Returns the address lines without a county that equals the city. */
const linesOf = ({ street, city, county, postCode }: PostalAddress) =>
  [street, city, county === city ? '' : county, postCode].filter((line) => line !== '')
