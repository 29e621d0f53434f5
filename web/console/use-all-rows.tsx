import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf } from '../ui/format.ts'
import { queries } from './api.ts'
import { Shown } from './query-state.tsx'

type Counted = { pagination: { total_count: number } }

type Asked<Page, Row> = {
  key: readonly unknown[]
  pages: (options: { signal: AbortSignal }) => AsyncIterable<Page>
  rowsOf: (page: Page) => readonly Row[]
  /** Row limit: a page with more would not be useful. */
  most?: number
}

export type AllRows<Row> = { rows: Row[]; total: number }

/** All rows of a list, for summaries that a single page cannot provide. */
export function useWhole<Page extends Counted, Row>({ key, pages, rowsOf, most = 2_000 }: Asked<Page, Row>) {
  const soFarKey = [...key, 'so far']
  const query = useQuery({
    queryKey: [...key, 'whole'],
    staleTime: 60_000,
    async queryFn({ signal }): Promise<AllRows<Row>> {
      const rows: Row[] = []
      let total = 0
      for await (const page of pages({ signal })) {
        rows.push(...rowsOf(page))
        total = page.pagination.total_count
        queries.setQueryData<SoFar>(soFarKey, { count: rows.length, total })
        if (rows.length >= most) break
      }
      return { rows, total }
    },
  })
  const { data: soFar } = useQuery<SoFar>({ queryKey: soFarKey, queryFn: skipToken })
  return { query, soFar }
}

type SoFar = { count: number; total: number }
type Props<Row> = {
  list: { query: UseQueryResult<AllRows<Row>>; soFar: SoFar | undefined }
  /** Plural noun for the progress text: payslips. */
  what: string
  lines?: number
  children: (rows: Row[]) => ReactNode
}

/** A complete list, with loading progress and the number of rows omitted. */
export const ShownWhole = <Row,>({ list: { query, soFar }, what, lines = 8, children }: Props<Row>) => (
  <>
    {query.isLoading && soFar && (
      <p className="quiet" role="status">
        {countOf(soFar.count)} of {countOf(soFar.total)} {what} read
      </p>
    )}
    <Shown query={query} lines={lines}>
      {({ rows, total }) => (
        <>
          {rows.length < total && (
            <p className="quiet">
              The newest {countOf(rows.length)} of {countOf(total)} {what} are shown.
            </p>
          )}
          {children(rows)}
        </>
      )}
    </Shown>
  </>
)
