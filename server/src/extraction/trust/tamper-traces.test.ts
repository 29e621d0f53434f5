import { expect, test } from 'vitest'
import type { Finding, StatementParse } from '../document.ts'
import { type CodeName, finding } from './finding-codes.ts'
import { doubtedByTraces } from './tamper-traces.ts'

const proven: StatementParse = {
  submission: null,
  provenance: {},
  gates: [],
  verified: true,
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

const at = { places: [{ page: 1, box: [1, 1, 9, 9] as Finding['places'][number]['box'] }] }

test.each<CodeName>(['BOX_OVER_TEXT', 'JAVASCRIPT', 'SIZE_OUTLIER', 'LEFTOVER_PAGE'])(
  'figures that prove each other are not verified where %s was found',
  (code) => {
    const { verified, gates } = doubtedByTraces(proven, [finding(code, 'It was found.', at)])
    expect(verified).toBe(false)
    expect(gates).toMatchObject([{ name: 'untouched', isPassed: false, note: expect.stringContaining(code) }])
  },
)

test('what only metadata says, a note in a margin, another edge and rules with exceptions take nothing away', () => {
  const findings = [
    finding('EDITING_SOFTWARE', 'It names an editor.'),
    finding('ANNOTATION', 'A note.', at),
    finding('ALIGNMENT_OUTLIER', 'At another edge.', at),
    finding('ARITHMETIC_AGREEMENT', 'A total.', at),
  ]
  expect(doubtedByTraces(proven, findings)).toBe(proven)
})
