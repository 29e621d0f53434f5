import { expect, test } from 'vitest'
import { chooseGateSample, corpusFolder, listCorpus } from '../../test/corpus/corpus.ts'
import { findShortfall, readFloors, scoreAll } from '../../test/corpus/floors.ts'

// One document of each layout of the corpus: layouts that were designed without knowledge of the reader. All documents:
// whole-corpus.test.ts. After an improvement, run `npm run score -- --raise-floors`.

const documents = chooseGateSample(await listCorpus(corpusFolder))
/** Hundreds of documents are read in one test, and a busy machine can be ten times slower. */
const timeoutMs = 1_800_000

test.each([
  ['bank_statement', 160],
  ['card_statement', 18],
  ['payslip', 293],
  ['other', 20],
] as const)(
  'reads each layout at least as well as before: %s',
  async (kind, count) => {
    const ofKind = documents.filter(({ answer }) => answer.kind === kind)
    expect(ofKind).toHaveLength(count)
    const floors = await readFloors('gate', kind)
    expect(findShortfall(await scoreAll(ofKind), floors)).toEqual(floors)
  },
  timeoutMs,
)
