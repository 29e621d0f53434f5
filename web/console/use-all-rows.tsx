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
  /** More than this is not read: a page that shows it all would be of no use. */
  most?: number
}

export type Rows<Row> = { rows: Row[]; total: number }

/** All rows of a list, for what cannot be told from a page of it. */
export function useWhole<Page extends Counted, Row>({ key, pages, rowsOf, most = 2_000 }: Asked<Page, Row>) {
  const soFarKey = [...key, 'so far']
  const query = useQuery({
    queryKey: [...key, 'whole'],
    staleTime: 60_000,
    async queryFn({ signal }): Promise<Rows<Row>> {
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
  list: { query: UseQueryResult<Rows<Row>>; soFar: SoFar | undefined }
  /** In the words of the page: payslips. */
  what: string
  lines?: number
  children: (rows: Row[]) => ReactNode
}

/** A whole list, how far it is read until then, and how much of it was left out. */
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
