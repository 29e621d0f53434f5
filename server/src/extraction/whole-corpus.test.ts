import { expect, test } from 'vitest'
import { corpusFolder, listCorpus } from '../../test/corpus/corpus.ts'
import { findShortfall, readFloors, scoreAll } from '../../test/corpus/floors.ts'

// All documents of the corpus. The gate reads one of each layout: corpus.test.ts.

const documents = await listCorpus(corpusFolder)
/** Hundreds of documents are read in one test, and a busy machine can be ten times slower. */
const timeoutMs = 3_600_000

test.each([
  ['bank_statement', 465],
  ['card_statement', 52],
  ['payslip', 667],
  ['other', 20],
] as const)(
  'reads every document at least as well as before: %s',
  async (kind, count) => {
    const ofKind = documents.filter(({ answer }) => answer.kind === kind)
    expect(ofKind).toHaveLength(count)
    const floors = await readFloors('whole', kind)
    expect(findShortfall(await scoreAll(ofKind), floors)).toEqual(floors)
  },
  timeoutMs,
)
