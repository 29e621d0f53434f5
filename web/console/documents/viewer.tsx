import type { DocumentFields } from '@payproof/sdk'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../ui/format.ts'
import { Failed } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useFilters } from '../filters.ts'
import { useMember } from '../session.ts'
import { CorrectionPanel } from './correction-panel.tsx'
import { AddMissing, Contradictions, CorrectionHistory } from './correction-summary.tsx'
import { FieldList } from './field-list.tsx'
import { FindingList } from './finding-list.tsx'
import { MarkLayer } from './mark-layer.tsx'
import { type DocumentField, fieldKey, findingsOf, marksOf } from './marks.ts'
import { PageCanvas } from './page-canvas.tsx'
import { usePageSize, usePdf, useWidth } from './use-pdf.ts'

type Props = { read: DocumentFields; bytes: Uint8Array }

/** Zoom factors, relative to the available width. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3]

const route = getRouteApi('/inside/users/$user_id/documents/$document_id')

/** Shows a document page by page, with extracted values and findings highlighted and listed. */
export function Viewer({ read, bytes }: Props) {
  const [{ page: filteredPage = 1, ...filters }, setFilters] = useFilters(route.useSearch())
  const [pointed, setPointed] = useState<readonly string[]>([])
  const [zoom, setZoom] = useState(1)
  const [added, setAdded] = useState<string>()
  const [isPicked, setPicked] = useState(false)
  const { may } = useMember()
  const { pdf, failed } = usePdf(bytes)
  const frame = useRef<HTMLElement>(null)
  const stage = useRef<HTMLElement>(null)
  const room = useWidth(stage)

  const { fields } = read
  const findings = findingsOf(read)
  const pinned = fields.find(({ path }) => path === filters.field)
  const count = pdf?.numPages ?? read.pages.length
  const page = Math.min(filters.field ? (pinned?.page ?? filteredPage) : filteredPage, Math.max(1, count))
  const size = usePageSize(pdf, page, read.pages[page - 1])
  const marks = marksOf(read)
  const here = marks.filter((mark) => mark.page === page)
  const chosen = pinned ? [fieldKey(pinned)] : []
  const active = new Set(pointed.length > 0 ? pointed : chosen)
  const activeLabels = marks.filter(({ key }) => active.has(key)).map(({ label }) => label)

  const elementOf = (part: string, key: string | undefined) =>
    key === undefined ? undefined : frame.current?.querySelector(`${part} [data-key="${CSS.escape(key)}"]`)

  /** Scrolls the list item into view without scrolling the page. */
  function bringIntoList(key: string | undefined) {
    const line = elementOf('.reading-list', key)
    const list = line?.closest('.reading-list')
    if (!line || !list) return
    const [at, around] = [line.getBoundingClientRect(), list.getBoundingClientRect()]
    if (at.top < around.top) list.scrollTop -= around.top - at.top
    if (at.bottom > around.bottom) list.scrollTop += at.bottom - around.bottom
  }

  const [first] = chosen
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are brought into sight when chosen and when there.
  useEffect(() => {
    elementOf('.marks', first)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    bringIntoList(first)
  }, [first, pdf === undefined, size === undefined])

  if (failed) return <Failed errors={['The file cannot be shown.', failed]} />
  const show = filters.show ?? 'fields'
  const editable = added ?? (pinned?.is_correctable ? pinned.path : undefined)
  const canCorrect = may('FullMember', 'Underwriter') && show === 'fields'
  const pick = (path: string) => {
    setAdded(undefined)
    setPicked(true)
    setFilters({ page, field: path })
  }
  const closePanel = () => {
    const path = editable
    setAdded(undefined)
    setFilters({ page, field: undefined })
    if (path) frame.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()
  }
  const go = (to: number) => setFilters({ page: to, field: undefined })
  const width = Math.round(room * zoom)
  const zoomBy = (step: 1 | -1) => {
    const next = zooms[zooms.indexOf(zoom) + step]
    if (next) setZoom(next)
  }

  return (
    <section className="viewer" ref={frame} aria-label="Document">
      <div className="viewer-left">
        <div className="viewer-tools">
          <div className="pager-buttons">
            <button type="button" className="tool" disabled={page <= 1} onClick={() => go(page - 1)}>
              Previous page
            </button>
            <button type="button" className="tool" disabled={page >= count} onClick={() => go(page + 1)}>
              Next page
            </button>
          </div>
          <p className="quiet small" role="status">
            Page {page} of {count}
          </p>
          <div className="pager-buttons">
            <button
              type="button"
              className="tool"
              aria-label="Smaller"
              disabled={zoom === zooms[0]}
              onClick={() => zoomBy(-1)}
            >
              −
            </button>
            <button type="button" className="tool" onClick={() => setZoom(1)}>
              {zoom * 100}%<span className="visually-hidden">: fit the page to the width</span>
            </button>
            <button
              type="button"
              className="tool"
              aria-label="Larger"
              disabled={zoom === zooms.at(-1)}
              onClick={() => zoomBy(1)}
            >
              +
            </button>
          </div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keys. */}
        <section className="stage" ref={stage} aria-label="Page" tabIndex={0}>
          {pdf && size && width > 0 ? (
            <div className="paper" style={{ width, aspectRatio: `${size.width} / ${size.height}` }}>
              <PageCanvas pdf={pdf} number={page} width={width} />
              <MarkLayer
                marks={here}
                size={size}
                active={active}
                onPoint={(key) => {
                  setPointed(key === undefined ? [] : [key])
                  bringIntoList(key)
                }}
                onPick={(picked) => {
                  const field = fields.find((one) => fieldKey(one) === picked)
                  if (field) pick(field.path)
                  else setFilters({ page, show: 'findings' })
                }}
              />
            </div>
          ) : (
            <p className="paper-progress" role="status" aria-busy="true">
              Opening the file
            </p>
          )}
        </section>
        <p className="viewer-told small" aria-hidden="true">
          {activeLabels.join('; ') ||
            (marks.length > 0 && 'Point at a box or a value to highlight the other one.')}
        </p>
      </div>
      <div className="viewer-right">
        <Tabs
          label="Values and findings"
          value={show}
          onChange={(next) =>
            setFilters({ ...filters, page: filteredPage, show: next === 'findings' ? next : undefined })
          }
          tabs={[
            { value: 'fields', label: `Values (${countOf(fields.length)})` },
            { value: 'findings', label: `Findings (${countOf(findings.length)})` },
          ]}
        >
          {show === 'fields' && <Contradictions {...read} />}
          <div className="reading-list" data-shared={(canCorrect && editable !== undefined) || undefined}>
            {show === 'fields' ? (
              <>
                <FieldList
                  fields={fields.filter((field) => field.page === page)}
                  model={read.model}
                  active={active}
                  onPoint={(one) => setPointed(one === undefined ? [] : [one])}
                  onPick={({ path }) => pick(path)}
                />
                <DerivedFields
                  fields={fields.filter((field) => field.page === null)}
                  active={active}
                  onPick={({ path }) => pick(path)}
                />
                {canCorrect && <AddMissing paths={read.missing_fields} onAdd={setAdded} />}
                <CorrectionHistory {...read} />
              </>
            ) : (
              <FindingList
                findings={findings}
                active={active}
                onPoint={setPointed}
                onPick={({ keys, pages }) => {
                  setPointed(keys)
                  setFilters({ show: 'findings', page: pages[0] ?? page })
                }}
              />
            )}
          </div>
          {canCorrect && editable !== undefined && (
            <CorrectionPanel
              key={editable}
              read={read}
              path={editable}
              field={fields.find(({ path }) => path === editable)}
              comesIntoView={isPicked || added !== undefined}
              onClose={closePanel}
            />
          )}
        </Tabs>
      </div>
    </section>
  )
}

type DerivedProps = Pick<DocumentFields, 'fields'> & {
  active: ReadonlySet<string>
  onPick: (field: DocumentField) => void
}

/** Lists values without a position on a page. */
const DerivedFields = ({ fields, active, onPick }: DerivedProps) =>
  fields.length > 0 && (
    <details className="elsewhere">
      <summary>{countOf(fields.length)} not printed on any page</summary>
      <FieldList fields={fields} model={null} active={active} onPoint={() => undefined} onPick={onPick} />
    </details>
  )
