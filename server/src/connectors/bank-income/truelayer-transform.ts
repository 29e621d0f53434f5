import { textOrNull } from '../identity.ts'
import type { BookedTransaction, ConnectedAccount } from './bank-account.ts'
import type { TrueLayerAccount, TrueLayerTransaction } from './truelayer-replies.ts'

/** Converts a transaction. The sign follows the type, because older replies have amounts without a sign. */
export function toBookedTransaction(transaction: TrueLayerTransaction): BookedTransaction {
  const { transaction_id, normalised_provider_transaction_id, timestamp, amount, meta } = transaction
  const isCredit = transaction.transaction_type === 'CREDIT'
  return {
    // The normalised id stays the same between retrievals; not every bank has one.
    id: normalised_provider_transaction_id ?? transaction_id,
    bookedOn: timestamp.slice(0, 10),
    amount: isCredit ? Math.abs(amount) : -Math.abs(amount),
    information: (transaction.description ?? '').trim(),
    payerName: isCredit ? textOrNull(meta?.counter_party_preferred_name) : null,
    bankCode: textOrNull(meta?.provider_transaction_category),
    categoryPurpose: null,
  }
}

type AccountDetails = {
  bankName: string
  holderName: string | null
  balance: number | null
  transactions: BookedTransaction[]
}

export function toConnectedAccount(
  { account_id, account_number, account_type, currency }: TrueLayerAccount,
  { transactions, ...details }: AccountDetails,
): ConnectedAccount {
  const sortCode = account_number?.sort_code?.replace(/\D/g, '') ?? ''
  const accountNumber = account_number?.number?.replace(/\D/g, '') ?? ''
  return {
    ...details,
    id: account_id,
    sortCode: sortCode.length === 6 ? sortCode.replace(/(..)(..)(..)/, '$1-$2-$3') : null,
    accountNumber: accountNumber.length === 8 ? accountNumber : null,
    iban: textOrNull(account_number?.iban),
    currency: currency ?? 'GBP',
    isPersonal: account_type == null ? null : !account_type.startsWith('BUSINESS'),
    transactions: transactions.toSorted((one, other) => one.bookedOn.localeCompare(other.bookedOn)),
  }
}
