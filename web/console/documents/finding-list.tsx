import { Badge, type Tone } from '../../ui/badge.tsx'
import { wordsOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import type { DocumentFinding } from './marks.ts'

type Props = {
  findings: readonly DocumentFinding[]
  active: ReadonlySet<string>
  onPoint: (keys: readonly string[]) => void
  onPick: (finding: DocumentFinding) => void
}

const tones: Record<DocumentFinding['severity'], Tone> = {
  info: 'note',
  low: 'plain',
  medium: 'warn',
  high: 'bad',
}

export function FindingList({ findings, active, onPoint, onPick }: Props) {
  if (findings.length === 0)
    return (
      <Empty title="Nothing was found">
        <p>We found no signs of tampering.</p>
      </Empty>
    )
  return (
    <ul className="readings">
      {findings.map((finding) => {
        const { code, severity, title, message, keys, pages, names, differences } = finding
        const where = pages.length > 0 ? `Page ${pages.join(', ')}` : 'The file as a whole'
        return (
          <li key={`${code} ${message}`}>
            <button
              type="button"
              className="reading"
              data-key={keys[0]}
              data-active={keys.some((key) => active.has(key)) || undefined}
              onMouseEnter={() => onPoint(keys)}
              onMouseLeave={() => onPoint([])}
              onFocus={() => onPoint(keys)}
              onBlur={() => onPoint([])}
              onClick={() => onPick(finding)}
            >
              <span className="reading-how">
                <strong>{title}</strong>
                <Badge tone={tones[severity]}>{wordsOf(severity)}</Badge>
              </span>
              <span>{message}</span>
              {differences.map((difference) => (
                <span key={difference} className="small">
                  {difference}
                </span>
              ))}
              <span className="quiet small">{[where, ...names].join(' · ')}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
