import type { BankStatementPage } from '@payproof/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { spanOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { api, useOffsetList } from '../api.ts'
import { useFilters } from '../filters.ts'
import '../income/income.css'
import { ReportLink } from '../income/report-link.tsx'
import { bankMoney, Statement } from '../income/statement.tsx'
import { OffsetTable } from '../query-state.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'

type Row = BankStatementPage['bank_statement_submissions'][number]

const none = <span className="quiet">—</span>

const route = getRouteApi('/inside/users/$user_id/statements')

export function Page() {
  const user_id = useUserId()
  const [filters, setFilters] = useFilters(route.useSearch())
  const { page = 1, statement, row = 1 } = filters
  const list = useOffsetList({
    key: ['users', user_id, 'statements', 'list'],
    page,
    first: 0,
    load: (query, options) => api.bankStatements.listSubmissions(user_id, query, options).first(),
  })
  const shown = statement ?? list.query.data?.bank_statement_submissions[0]?.id
  const open = (id: string) => setFilters({ page, statement: id, show: undefined, row: 1 })
  return (
    <UserFrame actions={<ReportLink />}>
      {() => (
        <>
          <div className="panel panel-close">
            <OffsetTable
              list={list}
              onPage={(next) => setFilters({ page: next })}
              caption="Bank statements, the newest stored first"
              rowsOf={({ bank_statement_submissions }) => bank_statement_submissions}
              keyOf={({ id }) => id}
              empty={
                <Empty title="No bank statement yet">
                  <p>People upload them in the journey, or you upload them through the API.</p>
                </Empty>
              }
              columns={[
                {
                  title: 'Period',
                  cell: (row) => (
                    <button
                      type="button"
                      className="link"
                      aria-current={row.id === shown || undefined}
                      onClick={() => open(row.id)}
                    >
                      {periodOf(row)}
                    </button>
                  ),
                },
                { title: 'Bank', cell: ({ account_information }) => account_information.bank_name ?? none },
                {
                  title: 'Account',
                  cell: ({ account_information: { sort_code, account_number } }) =>
                    [sort_code, account_number].filter(Boolean).join(' ') || none,
                },
                {
                  title: 'Opening',
                  align: 'end',
                  cell: ({ balance_information }) => bankMoney(balance_information.opening_balance) ?? none,
                },
                {
                  title: 'Closing',
                  align: 'end',
                  cell: ({ balance_information }) => bankMoney(balance_information.closing_balance) ?? none,
                },
                { title: 'Transactions', align: 'end', cell: ({ transactions }) => transactions.length },
                { title: 'File', cell: ({ document_filename }) => document_filename },
              ]}
            />
          </div>
          {shown && (
            <Statement
              key={shown}
              submission_id={shown}
              show={filters.show}
              row={row}
              onChange={(changes) => setFilters({ ...filters, statement: shown, ...changes })}
            />
          )}
        </>
      )}
    </UserFrame>
  )
}

const periodOf = ({ statement_period: { start_date, end_date } }: Row) =>
  start_date && end_date ? spanOf(start_date, end_date) : 'Not printed'
