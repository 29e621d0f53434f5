import { expect, test } from 'vitest'
import type { StatementParse, TrustFinding } from '../document.ts'
import { createFinding, type FindingCode } from './finding-codes.ts'
import { unverifyIfTampered } from './tamper-traces.ts'

const proven: StatementParse = {
  submission: null,
  provenance: {},
  checks: [],
  verified: true,
  certified: ['balances_and_amounts'],
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

const at = { places: [{ page: 1, box: [1, 1, 9, 9] as TrustFinding['places'][number]['box'] }] }

test.each<FindingCode>(['BOX_OVER_TEXT', 'JAVASCRIPT', 'SIZE_OUTLIER', 'LEFTOVER_PAGE'])(
  'does not verify a document with the finding %s',
  (code) => {
    const {
      verified,
      certified,
      checks: gates,
    } = unverifyIfTampered(proven, [createFinding(code, 'It was found.', at)])
    expect({ verified, certified }).toEqual({ verified: false, certified: [] })
    expect(gates).toMatchObject([{ name: 'untouched', isPassed: false, note: expect.stringContaining(code) }])
  },
)

test('keeps a document verified despite findings in metadata, margins, alignment or totals', () => {
  const findings = [
    createFinding('EDITING_SOFTWARE', 'It names an editor.'),
    createFinding('ANNOTATION', 'A note.', at),
    createFinding('ALIGNMENT_OUTLIER', 'At another edge.', at),
    createFinding('ARITHMETIC_AGREEMENT', 'A total.', at),
  ]
  expect(unverifyIfTampered(proven, findings)).toBe(proven)
})
