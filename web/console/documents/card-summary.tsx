import type { Document } from '@payproof/sdk'
import { DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf, dayOf, moneyOf, spanOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { bankMoney } from '../income/statement.tsx'

type Card = NonNullable<Document['card_statement']>

/** Values of a credit card statement. */
export const CardSummary = ({ card }: { card: Card }) => (
  <section className="panel">
    <h2>Credit card statement</h2>
    <Notice tone={card.verified ? 'note' : 'warn'}>
      <p>
        It shows a debt, so it is not included in any income figure.
        {!card.verified && ' Its figures do not all add up: compare them with the document.'}
      </p>
    </Notice>
    <Facts beside facts={factsOf(card)} />
    <details>
      <summary>{countOf(card.transactions.length)} transactions</summary>
      <DataTable
        caption="Transactions of the credit card, oldest first"
        rows={card.transactions.map((each, n) => ({ ...each, n }))}
        keyOf={({ n }) => String(n)}
        columns={[
          { title: 'Date', cell: ({ date }) => dayOf(date) },
          { title: 'Description', cell: ({ description }) => description },
          { title: 'Spent', align: 'end', cell: ({ amount, type }) => type === 'charge' && moneyOf(amount) },
          {
            title: 'Paid',
            align: 'end',
            cell: ({ amount, type }) => type === 'credit' && moneyOf(amount.replace('-', '')),
          },
        ]}
      />
    </details>
  </section>
)

function factsOf(card: Card) {
  const { card_information, statement_period, statement_date, balance_information, payment_information } =
    card
  const { start_date, end_date } = statement_period
  const { card_number_ending } = card_information
  return [
    { name: 'Card', value: card_information.provider_name },
    { name: 'Cardholder', value: card_information.card_holder_name },
    { name: 'Card number', value: card_number_ending && `ending ${card_number_ending}` },
    start_date && end_date
      ? { name: 'Period', value: spanOf(start_date, end_date) }
      : { name: 'Statement date', value: statement_date && dayOf(statement_date) },
    { name: 'Previous balance', value: bankMoney(balance_information.opening_balance) },
    { name: 'New balance', value: bankMoney(balance_information.closing_balance) },
    { name: 'Credit limit', value: bankMoney(balance_information.credit_limit) },
    { name: 'Minimum payment', value: bankMoney(payment_information.minimum_payment) },
    { name: 'Payment due', value: payment_information.due_date && dayOf(payment_information.due_date) },
  ]
}
