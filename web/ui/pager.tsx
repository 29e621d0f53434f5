import { countOf } from './format.ts'

type OffsetProps = {
  /** One-based page number. */
  page: number
  size: number
  total: number
  onPage: (page: number) => void
  /** Name of the list, if a page has several lists. */
  label?: string
}

/** Shows the range of rows, the total, and page links. */
export function Pager({ page, size, total, onPage, label = 'Pages' }: OffsetProps) {
  const last = Math.max(1, Math.ceil(total / size))
  const from = Math.min(total, (page - 1) * size + 1)
  const to = Math.min(total, page * size)
  return (
    <nav className="pager" aria-label={label}>
      <p role="status">
        {countOf(from)}–{countOf(to)} of {countOf(total)}
      </p>
      {last > 1 && (
        <div className="pager-buttons">
          <Step to={1} page={page} last={last} onPage={onPage} label="First" />
          <Step to={page - 1} page={page} last={last} onPage={onPage} label="Previous" />
          <Step to={page + 1} page={page} last={last} onPage={onPage} label="Next" />
          <Step to={last} page={page} last={last} onPage={onPage} label="Last" />
        </div>
      )}
    </nav>
  )
}

type StepProps = Pick<OffsetProps, 'page' | 'onPage'> & { to: number; last: number; label: string }

const Step = ({ to, page, last, onPage, label }: StepProps) => (
  <button
    type="button"
    className="tool"
    disabled={to < 1 || to > last || to === page}
    onClick={() => onPage(to)}
  >
    {label}
  </button>
)

type CursorProps = {
  shown: number
  /** Shows newer rows; undefined on the first page. */
  onNewer?: (() => void) | undefined
  /** Shows older rows; undefined on the last page. */
  onOlder?: (() => void) | undefined
  /** Names of the buttons, for lists that are not sorted by time. */
  labels?: { back: string; forth: string } | undefined
}

/** Pager for cursor-paged lists, which have no total. */
export const CursorPager = ({ shown, onNewer, onOlder, labels }: CursorProps) => (
  <nav className="pager" aria-label="Pages">
    <p role="status">
      {countOf(shown)} shown{onOlder || labels ? '' : '. There are no older ones.'}
    </p>
    {(onNewer || onOlder) && (
      <div className="pager-buttons">
        <button type="button" className="tool" disabled={!onNewer} onClick={onNewer}>
          {labels?.back ?? 'Newer'}
        </button>
        <button type="button" className="tool" disabled={!onOlder} onClick={onOlder}>
          {labels?.forth ?? 'Older'}
        </button>
      </div>
    )}
  </nav>
)
