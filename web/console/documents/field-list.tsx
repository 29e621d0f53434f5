import { useState } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { rove } from '../../ui/roving.ts'
import { Empty } from '../../ui/states.tsx'
import { actionNames } from './corrections.ts'
import { type DocumentField, fieldKey, groupsOf, nameOf, shownText, shownValue } from './marks.ts'

type Props = {
  fields: readonly DocumentField[]
  /** Name of the model that said what the values mean. */
  model: string | null
  active: ReadonlySet<string>
  onPoint: (key: string | undefined) => void
  /** Called when a field is selected by pointer or keyboard. */
  onPick: (field: DocumentField) => void
}

const methods: Record<DocumentField['method'], string> = {
  text: 'Printed text',
  ocr: 'Recognised in an image',
  computed: 'Calculated from other values',
  inferred: 'Inferred by a rule',
  provider: 'As the provider reported it',
  model: 'Printed here; a language model said what it means',
  member: 'Checked by your team',
}

const confidences: Record<
  NonNullable<DocumentField['confidence']>,
  { tone: Tone; words: string; why: string }
> = {
  proven: { tone: 'good', words: 'Proven', why: 'Other printed values add up to it' },
  printed: { tone: 'note', words: 'Labelled', why: 'Read beside its label' },
  likely: { tone: 'plain', words: 'Likely', why: 'Read where this value is usually printed' },
  doubtful: { tone: 'warn', words: 'Doubtful', why: 'Something contradicts it' },
}

/** Describes where the value comes from. A correction replaces what was read. */
const methodOf = ({ correction, method }: DocumentField) =>
  correction?.action === 'corrected'
    ? `Read as ${correction.reading === null ? 'nothing' : shownText(correction.reading)}`
    : methods[method]

/** Lists extracted values in groups. */
export function FieldList({ fields, model, active, onPoint, onPick }: Props) {
  const [stop, setStop] = useState<string>()
  const current = fields.some(({ path }) => path === stop) ? stop : fields[0]?.path
  if (fields.length === 0) return <Empty title="No values are marked on this page" />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is pressed; keys move between them.
    <div className="readings" onKeyDown={rove}>
      {model !== null && (
        <p className="note-text">
          The language model {model} said what these values mean. Compare them with the document.
        </p>
      )}
      {groupsOf(fields).map(([title, group]) => (
        <section key={title} className="reading-group">
          <h3>{title}</h3>
          <ul>
            {group.map((field) => {
              const key = fieldKey(field)
              return (
                <li key={field.path}>
                  <button
                    type="button"
                    data-stop=""
                    className="reading"
                    data-key={key}
                    data-path={field.path}
                    data-active={active.has(key) || undefined}
                    tabIndex={field.path === current ? 0 : -1}
                    onMouseEnter={() => onPoint(key)}
                    onMouseLeave={() => onPoint(undefined)}
                    onFocus={() => {
                      setStop(field.path)
                      onPoint(key)
                    }}
                    onBlur={() => onPoint(undefined)}
                    onClick={() => onPick(field)}
                  >
                    <span className="quiet small">{nameOf(field.path)}</span>
                    <span className="reading-value">{shownValue(field)}</span>
                    <span className="reading-how">
                      <span className="quiet small">{methodOf(field)}</span>
                      {field.correction && <Badge tone="note">{actionNames[field.correction.action]}</Badge>}
                      {field.confidence && !field.correction && (
                        <span title={confidences[field.confidence].why}>
                          <Badge tone={confidences[field.confidence].tone}>
                            {confidences[field.confidence].words}
                          </Badge>
                        </span>
                      )}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
