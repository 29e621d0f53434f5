import { useState } from 'react'
import { rove } from '../../ui/roving.ts'
import type { FieldMark } from './marks.ts'

type Props = {
  marks: readonly FieldMark[]
  /** Page size in points, the unit of the boxes. */
  size: { width: number; height: number }
  active: ReadonlySet<string>
  onPoint: (key: string | undefined) => void
  onPick: (key: string) => void
}

/** Draws highlight boxes over a page, positioned in percent so that they fit at any zoom. */
export function MarkLayer({ marks, size, active, onPoint, onPick }: Props) {
  const [stop, setStop] = useState<string>()
  const current = marks.some(({ key }) => key === stop) ? stop : marks[0]?.key
  const share = (points: number, of: number) => `${(points / of) * 100}%`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of a form.
    <div className="marks" role="group" aria-label="Values on this page" onKeyDown={rove}>
      {marks.map(({ key, kind, box, label, isCorrected }) => {
        const [left = 0, top = 0, right = 0, bottom = 0] = box
        return (
          <button
            key={key}
            type="button"
            data-stop=""
            className={`spot spot-${kind}`}
            aria-label={kind === 'finding' ? `Finding: ${label}` : label}
            data-key={key}
            data-active={active.has(key) || undefined}
            data-corrected={isCorrected || undefined}
            tabIndex={key === current ? 0 : -1}
            style={{
              left: share(left, size.width),
              top: share(top, size.height),
              width: share(right - left, size.width),
              height: share(bottom - top, size.height),
            }}
            onMouseEnter={() => onPoint(key)}
            onMouseLeave={() => onPoint(undefined)}
            onFocus={() => {
              setStop(key)
              onPoint(key)
            }}
            onBlur={() => onPoint(undefined)}
            onClick={() => onPick(key)}
          />
        )
      })}
    </div>
  )
}
