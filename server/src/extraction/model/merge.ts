import type { PageRegion, PayslipParse, Provenance, StatementParse, ValueSource } from '../document.ts'
import { listValues } from './values.ts'

type Parse = StatementParse | PayslipParse

/**
 * Whether the proposed reading has every value that the reader has proven by arithmetic. Values in lists are recognised
 * by their place, because their positions in the list may differ.
 */
export function keepsProvenValues(own: Parse, proposed: Parse): boolean {
  const proposedByKey = Map.groupBy(listSourced(proposed), ({ key }) => key)
  return listSourced(own)
    .filter(({ source }) => source.confidence === 'proven')
    .every(({ key, isInList, source }) =>
      proposedByKey.get(key)?.some((other) => !isInList || haveSamePlace(source, other.source)),
    )
}

/** Every value with its source. The key is the field without list positions, and the value. */
function listSourced({ submission, provenance }: Parse) {
  const values = listValues(submission)
  return Object.entries(provenance).flatMap(([path, source]) => {
    const field = path.replace(/\.\d+(?=\.)/g, '.*')
    return values.has(path) ? [{ key: `${field} ${values.get(path)}`, isInList: field !== path, source }] : []
  })
}

function haveSamePlace(one: ValueSource, other: ValueSource): boolean {
  if (!one.place || !other.place || isDerived(one) || isDerived(other)) return true
  return overlap(one.place, other.place)
}

const isDerived = ({ method }: ValueSource) => method === 'computed' || method === 'inferred'

const overlap = (one: PageRegion, other: PageRegion) =>
  one.page === other.page &&
  one.box[0] < other.box[2] &&
  other.box[0] < one.box[2] &&
  one.box[1] < other.box[3] &&
  other.box[1] < one.box[3]

type Block = Record<string, unknown>

/**
 * Facts that the reader keeps if it found them: arithmetic says nothing about them, so the model's word is no better.
 * Null means all fields of the block.
 */
const readerFirst: [block: string, fields: readonly string[] | null][] = [
  ['account_information', null],
  ['identity_information', null],
  ['employment_information', null],
  ['income_information', ['pay_date', 'pay_interval_start', 'pay_interval_end', 'pay_frequency', 'tax_code']],
]

/**
 * Takes the proposed reading, but the reader's own names, dates of the payslip and codes. Contradictions that the reader
 * found stay: another way to read an altered document does not make it genuine.
 */
export function mergeReadings<P extends Parse>(own: P, proposed: P): P {
  const findings = [...own.findings, ...proposed.findings.filter(({ code }) => !hasCode(own, code))]
  if (!own.submission) return { ...proposed, findings }
  const submission: Record<string, Block> = { ...(proposed.submission as unknown as Record<string, Block>) }
  const ownBlocks = own.submission as unknown as Record<string, Block>
  let { provenance } = proposed
  for (const [name, fields] of readerFirst) {
    const [block, ownBlock] = [submission[name], ownBlocks[name]]
    if (!block || !ownBlock) continue
    for (const field of fields ?? Object.keys(block)) {
      if ((ownBlock[field] ?? null) === null) continue
      submission[name] = { ...submission[name], [field]: ownBlock[field] }
      provenance = replaceSources(provenance, own.provenance, `${name}.${field}`)
    }
  }
  return { ...proposed, submission, provenance, findings }
}

const hasCode = ({ findings }: Parse, code: string) => findings.some((finding) => finding.code === code)

/** Takes the sources of a field and of its parts from another reading. */
function replaceSources(provenance: Provenance, from: Provenance, field: string): Provenance {
  const isOfField = ([path]: [string, ValueSource]) => path === field || path.startsWith(`${field}.`)
  return Object.fromEntries([
    ...Object.entries(provenance).filter((entry) => !isOfField(entry)),
    ...Object.entries(from).filter(isOfField),
  ])
}
