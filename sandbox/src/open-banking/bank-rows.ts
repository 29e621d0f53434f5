import { createHash } from 'node:crypto'
import { sortCodeOf } from '../documents/statements/layouts.ts'
import type { SimulatedPerson, SimulatedWorld, Transaction } from '../people/types.ts'

/** How much a bank tells about a transaction. Real banks differ as much. */
type BankStyle = {
  hasPayer: boolean
  hasIsoCodes: boolean
  /** Proprietary codes such as BGC (bank giro credit, how BACS pays salaries) and FPI (faster payment in). */
  hasOwnCodes: boolean
  /** Whether the description names the code first, as in `BGC OAKMANTLE ENGI`. */
  prefixesCode: boolean
  maxDescription: number
  salaryReference: 'SALARY' | 'payroll number'
}

const styles: BankStyle[] = [
  {
    hasPayer: true,
    hasIsoCodes: true,
    hasOwnCodes: true,
    prefixesCode: false,
    maxDescription: 140,
    salaryReference: 'SALARY',
  },
  {
    hasPayer: true,
    hasIsoCodes: false,
    hasOwnCodes: false,
    prefixesCode: false,
    maxDescription: 140,
    salaryReference: 'payroll number',
  },
  {
    hasPayer: false,
    hasIsoCodes: true,
    hasOwnCodes: true,
    prefixesCode: false,
    maxDescription: 60,
    salaryReference: 'payroll number',
  },
  {
    hasPayer: false,
    hasIsoCodes: false,
    hasOwnCodes: true,
    prefixesCode: true,
    maxDescription: 22,
    salaryReference: 'payroll number',
  },
  {
    hasPayer: false,
    hasIsoCodes: false,
    hasOwnCodes: false,
    prefixesCode: true,
    maxDescription: 18,
    salaryReference: 'SALARY',
  },
]

const hashOf = (...keys: string[]) => createHash('sha256').update(keys.join('\u0000')).digest('hex')

export const accountIdOf = ({ userName }: SimulatedPerson) => hashOf('bank account', userName).slice(0, 24)

export const sortCodeDigits = ({ bank }: SimulatedPerson) =>
  (sortCodeOf(bank.statementLayout) ?? '00-14-27').replaceAll('-', '')

/** People with the same statement layout have the same bank, and so the same style. */
const styleOf = ({ bank }: SimulatedPerson) =>
  styles[Number.parseInt(hashOf('style', bank.statementLayout).slice(0, 8), 16) % styles.length] as BankStyle

const ownCodes: Record<Transaction['kind'], string> = {
  salary: 'BGC',
  card: 'DEB',
  contactless: 'DEB',
  direct_debit: 'DD',
  standing_order: 'SO',
  cash: 'CPT',
  transfer_in: 'FPI',
  transfer_out: 'FPO',
  refund: 'DEB',
  interest: 'INT',
  fee: 'FEE',
  cheque: 'CHQ',
}

const isoFamilies: Partial<Record<Transaction['kind'], [family: string, subFamily: string]>> = {
  salary: ['RCDT', 'DMCT'],
  transfer_in: ['RCDT', 'DMCT'],
  transfer_out: ['ICDT', 'DMCT'],
  standing_order: ['ICDT', 'STDO'],
  direct_debit: ['IDDT', 'PMDD'],
  card: ['CCRD', 'POSD'],
  contactless: ['CCRD', 'POSD'],
  refund: ['CCRD', 'POSC'],
  cash: ['CCRD', 'CWDL'],
}

/** Returns the transactions up to and including this day in Yapily's format, oldest first. */
export function bankRowsOf(world: SimulatedWorld, person: SimulatedPerson, today: string) {
  const style = styleOf(person)
  const rows = world
    .statements(person, world.endDate)
    .flatMap(({ transactions }) => transactions)
    .filter(({ date }) => date <= today)
  const seen = new Map<string, number>()
  return rows.map((transaction) => {
    const facts = [person.userName, transaction.date, transaction.party, String(transaction.amount)].join(' ')
    const repeat = seen.get(facts) ?? 0
    seen.set(facts, repeat + 1)
    return rowOf(transaction, style, hashOf('row', facts, String(repeat)).slice(0, 20))
  })
}

export type YapilyRow = ReturnType<typeof rowOf>

function rowOf({ date, kind, party, detail, amount, balance }: Transaction, style: BankStyle, id: string) {
  const at = `${date}T00:00:00.000Z`
  const pounds = amount / 100
  const reference = kind === 'salary' && style.salaryReference === 'SALARY' ? 'SALARY' : detail.toUpperCase()
  const code = ownCodes[kind]
  const text = `${style.prefixesCode ? `${code} ` : ''}${party.toUpperCase()}`.slice(0, style.maxDescription)
  const iso = style.hasIsoCodes ? isoFamilies[kind] : undefined
  const isCredit = amount > 0
  return {
    id,
    date: at,
    bookingDateTime: at,
    status: 'BOOKED' as const,
    amount: pounds,
    currency: 'GBP',
    transactionAmount: { amount: pounds, currency: 'GBP' },
    ...(reference && { reference }),
    description: text,
    transactionInformation: [reference ? `${text} ${reference}` : text],
    ...(iso && {
      isoBankTransactionCode: {
        domainCode: { code: 'PMNT', name: 'Payments' },
        familyCode: { code: iso[0], name: iso[0] },
        subFamilyCode: { code: iso[1], name: iso[1] },
      },
    }),
    ...(style.hasOwnCodes && { proprietaryBankTransactionCode: { code, issuer: 'Sandbox bank' } }),
    ...(style.hasPayer && isCredit && { payerDetails: { name: party.toUpperCase() } }),
    balance: {
      type: 'INTERIM_BOOKED' as const,
      balanceAmount: { amount: balance / 100, currency: 'GBP' },
    },
    transactionMutability: 'IMMUTABLE' as const,
  }
}
