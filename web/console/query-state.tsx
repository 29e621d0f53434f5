import { PayproofError } from '@payproof/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { Notice } from '../ui/notice.tsx'
import { CursorPager, Pager } from '../ui/pager.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Failed, NoPermission } from '../ui/states.tsx'
import { pageSize, type useCursorList, type useOffsetList } from './api.ts'

type ProblemProps = { error: unknown; onRetry?: (() => void) | undefined }

/** Shows an error returned by the service. */
export function Problem({ error, onRetry }: ProblemProps) {
  if (!(error instanceof PayproofError))
    return (
      <Failed errors={['Something went wrong on this page. Reload it to try again.']} onRetry={onRetry} />
    )
  if (error.code === 'role-too-low')
    return (
      <NoPermission>
        {error.errors.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </NoPermission>
    )
  if (error.code === 'rules-changed') return <ChangedMeanwhile what="the rules" />
  if (error.code === 'fields-changed') return <ChangedMeanwhile what="these values" />
  return <Failed errors={error.errors} requestId={error.requestId} onRetry={onRetry} />
}

/** Another member saved first. Reloading shows their version, which the next change then starts from. */
const ChangedMeanwhile = ({ what }: { what: string }) => (
  <Notice tone="warn" alert title={`Another member has changed ${what}`}>
    <p>
      We haven’t saved your change. Reload the page to see {what} as they are now, then make your change
      again.
    </p>
    <Button kind="secondary" onClick={() => location.reload()}>
      Reload the page
    </Button>
  </Notice>
)

type QueryStateProps<Value> = {
  query: UseQueryResult<Value>
  /** Number of skeleton lines. */
  lines?: number
  children: (value: Value) => ReactNode
}

/** Renders the loading state, the error or the data. */
export function QueryState<Value>({ query, lines = 4, children }: QueryStateProps<Value>) {
  const { data, error, refetch } = query
  const problem = error && <Problem error={error} onRetry={() => void refetch()} />
  if (data !== undefined)
    return (
      <>
        {problem}
        {children(data)}
      </>
    )
  return problem ?? <Skeleton lines={lines} label="Loading" />
}

type TableProps<Page, Row> = {
  caption: string
  rowsOf: (page: Page) => readonly Row[]
  columns: TableColumn<Row>[]
  keyOf: (row: Row) => string
  /** Content shown instead of a table without rows. */
  empty: ReactNode
}

type OffsetTableProps<Page, Row> = TableProps<Page, Row> & {
  list: Pick<ReturnType<typeof useOffsetList>, 'page' | 'total'> & { query: UseQueryResult<Page> }
  onPage: (page: number) => void
}

/** An offset-paged list: a table with a pager, and its loading, error and empty states. */
export const OffsetTable = <Page, Row>(props: OffsetTableProps<Page, Row>) => {
  const { list, rowsOf, empty, onPage, ...table } = props
  return (
    <QueryState query={list.query} lines={8}>
      {(page) =>
        list.total === 0 ? (
          empty
        ) : (
          <>
            <DataTable {...table} rows={rowsOf(page)} stale={list.query.isPlaceholderData} />
            <Pager page={list.page} size={pageSize} total={list.total} onPage={onPage} />
          </>
        )
      }
    </QueryState>
  )
}

type CursorRowsProps<Page, Row> = Pick<TableProps<Page, Row>, 'rowsOf' | 'empty'> & {
  list: Pick<ReturnType<typeof useCursorList>, 'cursor' | 'next' | 'newer'> & { query: UseQueryResult<Page> }
  onCursor: (cursor: string | undefined) => void
  /** Names of the pager's buttons, for lists that are not sorted by time. */
  pagerLabels?: { back: string; forth: string }
  /** Selects the rows to show and count; all if undefined. */
  isShown?: (row: Row) => boolean
  /** Renders the rows. While the next page loads, the rows of the previous page are passed as `stale`. */
  children: (rows: readonly Row[], stale: boolean) => ReactNode
}

/** A cursor-paged list with custom rendering. */
export const CursorRows = <Page, Row>(props: CursorRowsProps<Page, Row>) => {
  const { list, rowsOf, empty, onCursor, pagerLabels, isShown = () => true, children } = props
  const { query, cursor, next, newer } = list
  return (
    <QueryState query={query} lines={8}>
      {(page) => {
        const rows = rowsOf(page)
        if (rows.length === 0 && !cursor) return empty
        const shown = rows.filter(isShown)
        return (
          <>
            {children(shown, query.isPlaceholderData)}
            <CursorPager
              shown={shown.length}
              onNewer={cursor ? () => onCursor(newer) : undefined}
              onOlder={next ? () => onCursor(next) : undefined}
              labels={pagerLabels}
            />
          </>
        )
      }}
    </QueryState>
  )
}

/** A cursor-paged list as a table. */
export const CursorTable = <Page, Row>(
  props: TableProps<Page, Row> & Omit<CursorRowsProps<Page, Row>, 'children'>,
) => {
  const { caption, columns, keyOf, ...rest } = props
  return (
    <CursorRows {...rest}>
      {(rows, stale) => (
        <DataTable caption={caption} columns={columns} keyOf={keyOf} rows={rows} stale={stale} />
      )}
    </CursorRows>
  )
}
