import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openProgress } from '../server/src/platform/telemetry/progress.ts'
import {
  type CorpusDocument,
  chooseGateSample,
  corpusFolder,
  listCorpus,
  scoreFile,
} from '../server/test/corpus/corpus.ts'
import { raiseFloors } from '../server/test/corpus/floors.ts'
import type { DocumentScore } from '../server/test/corpus/score-document.ts'
import { type CorpusTotals, computeTotals } from '../server/test/corpus/totals.ts'

// npm run score -- DIR: compares the reader's answers with the expected ones, by layout and in total.

const maxDifferences = 12
const usage = `npm run score -- [DIR...] [--kind KIND] [--only NAME,...] [--differences] [--scan-seconds N] [--json] [--raise-floors]

  DIR            folder with NAME.pdf and NAME.json (default: the corpus in server/test/corpus)
  --kind KIND    statements, cards, payslips or others
  --only NAMES   layouts (S1,P3) or documents (devA-S1-2), separated by commas
  --differences  list what is wrong in each document (at most ${maxDifferences}; all for a single document)
  --scan-seconds N  time limit for OCR of one document (default 15, as the service's answer)
  --json         print totals and scores as JSON
  --raise-floors write totals that are better than server/test/corpus/floors to it; only for the whole corpus
`

const { folders, kind, only, isJson, scanMs, showsDifferences, raisesFloors } = readArguments()
const progress = openProgress(process.stderr)
const documents = (await Promise.all(folders.map(listCorpus))).flat().filter(isSelected)
progress.step('reading documents', documents.length, 'documents')
const scores: DocumentScore[] = []
for (const document of documents) {
  scores.push(await scoreFile(document, { scanMs }))
  progress.add(1)
}
progress.end()
if (raisesFloors) {
  const sample = new Set(chooseGateSample(documents).map(({ answer }) => answer.name))
  for (const [name, group] of Map.groupBy(scores, (it) => it.kind)) {
    await raiseFloors('whole', name, computeTotals(group))
    await raiseFloors('gate', name, computeTotals(group.filter((it) => sample.has(it.name))))
  }
}
process.stdout.write(isJson ? `${JSON.stringify({ totals: groupTotals(), scores })}\n` : formatReport())

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        kind: { type: 'string', default: 'all' },
        only: { type: 'string' },
        differences: { type: 'boolean', default: false },
        'scan-seconds': { type: 'string', default: '15' },
        json: { type: 'boolean', default: false },
        'raise-floors': { type: 'boolean', default: false },
      },
    })
    // biome-ignore lint/style/noProcessEnv: npm sets it to the folder it was called from.
    const folders = positionals.map((folder) => resolve(process.env.INIT_CWD ?? process.cwd(), folder))
    const isPart = folders.length > 0 || values.only !== undefined
    const isKind = ['all', 'statements', 'cards', 'payslips', 'others'].includes(values.kind)
    if (isKind && !(isPart && values['raise-floors']))
      return {
        folders: folders.length > 0 ? folders : [corpusFolder],
        kind: values.kind,
        only: values.only?.split(','),
        isJson: values.json,
        scanMs: Number(values['scan-seconds']) * 1_000,
        raisesFloors: values['raise-floors'],
        showsDifferences: values.differences,
      }
  } catch {
    // Unknown option: print the usage.
  }
  process.stderr.write(usage)
  process.exit(2)
}

function isSelected({ answer }: CorpusDocument): boolean {
  const kinds = {
    bank_statement: 'statements',
    card_statement: 'cards',
    payslip: 'payslips',
    other: 'others',
  }
  if (kind !== 'all' && kinds[answer.kind] !== kind) return false
  return !only || only.includes(answer.layout) || only.includes(answer.name)
}

function groupTotals(): Record<string, CorpusTotals> {
  const layouts = Map.groupBy(scores, ({ layout }) => layout)
  const kinds = Map.groupBy(scores, ({ kind: it }) => it)
  return Object.fromEntries(
    [...layouts, ...kinds, ['total', scores] as const].map(([name, group]) => [name, computeTotals(group)]),
  )
}

function formatReport(): string {
  const columns: [title: string, width: number, read: (totals: CorpusTotals) => string | number][] = [
    ['docs', 5, (it) => it.documents],
    ['zero-err', 9, (it) => it.zeroError],
    ['money', 6, (it) => it.moneyExact],
    ['field%', 7, (it) => it.fieldRate?.toFixed(1) ?? '-'],
    ['F1%', 7, (it) => it.transactionF1?.toFixed(1) ?? '-'],
    ['F1 d+a', 7, (it) => it.moneyF1?.toFixed(1) ?? '-'],
    ['silent', 7, (it) => it.silent],
    ['refused', 8, (it) => it.refused],
    ['accused', 8, (it) => it.accused],
    ['certified', 10, (it) => it.certified],
    ['wrongly', 8, (it) => it.wronglyCertified],
    ['s/page', 7, (it) => it.cpuSecondsPerPage.toFixed(2)],
  ]
  const header = ['layout'.padEnd(15), ...columns.map(([title, width]) => title.padStart(width))].join('')
  const rows = Object.entries(groupTotals()).map(([name, totals]) =>
    [name.padEnd(15), ...columns.map(([, width, read]) => String(read(totals)).padStart(width))].join(''),
  )
  const differences = showsDifferences ? scores.flatMap(formatDifferences) : []
  return [...differences, header, ...rows, ''].join('\n')
}

function formatDifferences({ name, isSilent, isWronglyCertified, differences }: DocumentScore): string[] {
  if (differences.length === 0) return []
  const shown = scores.length === 1 ? differences : differences.slice(0, maxDifferences)
  const rest = differences.length - shown.length
  const marks = `${isSilent ? ' SILENT' : ''}${isWronglyCertified ? ' WRONGLY CERTIFIED' : ''}`
  return [`${name}${marks}`, ...[...shown, ...(rest > 0 ? [`… ${rest} more`] : [])].map((it) => `   ${it}`)]
}
