import { expect, test } from 'vitest'
import { corpusFolder, listCorpus, scoreFile } from '../../test/corpus/corpus.ts'
import { findShortfall, readFloors } from '../../test/corpus/floors.ts'
import type { DocumentScore } from '../../test/corpus/score-document.ts'
import { computeTotals } from '../../test/corpus/totals.ts'

// 1,060 documents in 383 layouts that were designed without knowledge of the reader. After an improvement, run `npm run
// score -- --raise-floors`.

const documents = await listCorpus(corpusFolder)
/** Hundreds of documents are read in one test, and a busy machine can be ten times slower. */
const timeoutMs = 1_800_000

test.each(['bank_statement', 'card_statement', 'payslip', 'other'] as const)(
  'reads the corpus at least as well as before: %s',
  async (kind) => {
    const scores: DocumentScore[] = []
    for (const document of documents.filter(({ answer }) => answer.kind === kind))
      scores.push(await scoreFile(document))
    expect(scores.length).toBe({ bank_statement: 429, card_statement: 46, payslip: 565, other: 20 }[kind])
    const floors = await readFloors(kind)
    expect(findShortfall(computeTotals(scores), floors)).toEqual(floors)
  },
  timeoutMs,
)
