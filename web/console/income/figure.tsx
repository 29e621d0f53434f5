import type { SubmissionProvenance } from '@payproof/sdk'
import type { ReactNode } from 'react'
import { dayOf } from '../../ui/format.ts'

export type Traced = SubmissionProvenance['values'][number]

/** Maps each value of a submission, by path, to its provenance. */
export const tracesOf = ({ values }: SubmissionProvenance) => new Map(values.map((one) => [one.path, one]))
export type Traces = ReturnType<typeof tracesOf>

const methods: Record<Traced['method'], (position: string) => string> = {
  provider: () => 'provider',
  text: (position) => position || 'printed',
  ocr: (position) => `${position || 'scan'}, recognised`,
  computed: () => 'worked out',
  inferred: () => 'by a rule',
  model: (position) => `${position || 'printed'}, by a model`,
  member: (position) => `${position || 'not printed'}, confirmed by your team`,
}

/** Describes the provenance briefly under a figure, e.g. "page 1, proven". */
export function howKnown({ method, page, confidence, correction }: Traced) {
  // The page shows another value, so it is not named.
  if (correction?.action === 'corrected') return `corrected by your team, ${dayOf(correction.at)}`
  const words = methods[method](page === null ? '' : `page ${page}`)
  return confidence ? `${words}, ${confidence}` : words
}

/** Explanations of the provenance labels. */
export const meanings: [word: string, meaning: string][] = [
  ['provider', 'as the payroll provider reported it'],
  ['page 1', 'read on this page of the document'],
  ['recognised', 'recognised in an image'],
  ['worked out', 'calculated from other values of the same source'],
  ['by a rule', 'inferred from other values by a rule that may be wrong'],
  ['by a model', 'a language model said what the printed value means'],
  ['confirmed by your team', 'a member compared it with the document'],
  ['corrected by your team', 'a member replaced what was read; the document does not prove it'],
  ['proven', 'other printed values add up to it'],
  ['printed', 'read beside its label'],
  ['likely', 'read where this value is usually printed'],
  ['doubtful', 'something contradicts it'],
]

export const Meanings = () => (
  <details className="meanings">
    <summary>What the labels under figures mean</summary>
    <dl>
      {meanings.map(([word, meaning]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
)

const styleOf = ({ confidence, method, correction }: Traced) =>
  correction?.action === 'corrected' ? 'corrected' : (confidence ?? method)

type Props = { trace: Traced | undefined; children: ReactNode }

/** Shows a figure with its provenance below, if known. */
export function Figure({ trace, children }: Props) {
  if (children === null || children === undefined) return null
  return (
    <span className="figure">
      <span>{children}</span>
      {trace && <span className={`how how-${styleOf(trace)}`}>{howKnown(trace)}</span>}
    </span>
  )
}
