import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf } from '../ui/format.ts'
import { queries } from './api.ts'
import { QueryState } from './query-state.tsx'

type Counted = { pagination: { total_count: number } }

type AllRowsQuery<Page, Row> = {
  key: readonly unknown[]
  pages: (options: { signal: AbortSignal }) => AsyncIterable<Page>
  rowsOf: (page: Page) => readonly Row[]
  /** Maximum number of rows; a page with more rows would not be useful. */
  maxRows?: number
}

export type AllRows<Row> = { rows: Row[]; total: number }

/** Loads all rows of a list, for summaries that a single page cannot provide. */
export function useAllRows<Page extends Counted, Row>({
  key,
  pages,
  rowsOf,
  maxRows = 2_000,
}: AllRowsQuery<Page, Row>) {
  const progressKey = [...key, 'so far']
  const query = useQuery({
    queryKey: [...key, 'whole'],
    staleTime: 60_000,
    async queryFn({ signal }): Promise<AllRows<Row>> {
      const rows: Row[] = []
      let total = 0
      for await (const page of pages({ signal })) {
        rows.push(...rowsOf(page))
        total = page.pagination.total_count
        queries.setQueryData<LoadProgress>(progressKey, { count: rows.length, total })
        if (rows.length >= maxRows) break
      }
      return { rows, total }
    },
  })
  const { data: progress } = useQuery<LoadProgress>({ queryKey: progressKey, queryFn: skipToken })
  return { query, progress }
}

type LoadProgress = { count: number; total: number }
type Props<Row> = {
  list: { query: UseQueryResult<AllRows<Row>>; progress: LoadProgress | undefined }
  /** Plural noun for the rows, such as `payslips`, shown in the progress text. */
  rowsName: string
  lines?: number
  children: (rows: Row[]) => ReactNode
}

/** Shows a complete list, with loading progress and the number of omitted rows. */
export const AllRowsState = <Row,>({
  list: { query, progress },
  rowsName,
  lines = 8,
  children,
}: Props<Row>) => (
  <>
    {query.isLoading && progress && (
      <p className="quiet" role="status">
        {countOf(progress.count)} of {countOf(progress.total)} {rowsName} read
      </p>
    )}
    <QueryState query={query} lines={lines}>
      {({ rows, total }) => (
        <>
          {rows.length < total && (
            <p className="quiet">
              The newest {countOf(rows.length)} of {countOf(total)} {rowsName} are shown.
            </p>
          )}
          {children(rows)}
        </>
      )}
    </QueryState>
  </>
)
