import { textOrNull } from '../identity.ts'
import type { BookedTransaction, ConnectedAccount } from './bank-account.ts'
import type { YapilyAccount, YapilyTransaction } from './yapily-replies.ts'

/** Converts a transaction. Returns null for pending ones, which can change or disappear, and for incomplete ones. */
export function toBookedTransaction(transaction: YapilyTransaction): BookedTransaction | null {
  const { id, status, payerDetails, proprietaryBankTransactionCode } = transaction
  const amount = transaction.transactionAmount?.amount ?? transaction.amount
  const time = transaction.bookingDateTime ?? transaction.date
  if (status !== 'BOOKED' || typeof id !== 'string' || amount == null || time == null) return null
  return {
    id,
    bookedOn: time.slice(0, 10),
    amount,
    information: informationOf(transaction),
    payerName: textOrNull(payerDetails?.name),
    bankCode: textOrNull(proprietaryBankTransactionCode?.code),
    // Yapily does not pass on the purpose code of the Open Banking standard.
    categoryPurpose: null,
  }
}

function informationOf({ transactionInformation, description, reference }: YapilyTransaction): string {
  const [first] = (transactionInformation ?? []).filter((text) => text.trim() !== '')
  return (first ?? [description, reference].filter(Boolean).join(' ')).trim()
}

export function toConnectedAccount(
  { id, accountNames, accountIdentifications, currency, usageType, balance }: YapilyAccount,
  { bankName, transactions }: { bankName: string | null; transactions: BookedTransaction[] },
): ConnectedAccount {
  const identification = (type: string) =>
    textOrNull(accountIdentifications?.find((one) => one.type === type)?.identification)
  const sortCode = identification('SORT_CODE')?.replace(/\D/g, '') ?? ''
  const accountNumber = identification('ACCOUNT_NUMBER')?.replace(/\D/g, '') ?? ''
  return {
    id,
    holderName: textOrNull(accountNames?.[0]?.name),
    sortCode: sortCode.length === 6 ? sortCode.replace(/(..)(..)(..)/, '$1-$2-$3') : null,
    accountNumber: accountNumber.length === 8 ? accountNumber : null,
    iban: identification('IBAN'),
    bankName,
    currency: currency ?? 'GBP',
    isPersonal: usageType === 'PERSONAL' ? true : usageType === 'BUSINESS' ? false : null,
    balance: balance ?? null,
    transactions: transactions.toSorted((one, other) => one.bookedOn.localeCompare(other.bookedOn)),
  }
}
