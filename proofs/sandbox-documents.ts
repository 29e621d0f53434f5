import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BulkOptions, generateDocuments } from '../sandbox/src/documents/bulk-generation.ts'
import { readText } from '../sandbox/src/documents/read-back.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'

const minPerMinute = 1_000

/**
 * Generates documents twice, compares them byte by byte, and looks for every expected amount in the text of the PDF.
 */
export async function prove({ full }: ProveOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-documents-'))
  try {
    const options: Omit<BulkOptions, 'out'> = {
      count: full ? 3_000 : 200,
      seed: 'proof',
      until: '2026-10-31',
      kinds: ['payslip', 'statement'],
      producer: 'library',
      isScanned: false,
      tamper: null,
    }
    const [first, second] = [join(folder, 'first'), join(folder, 'second')]
    const { count, seconds } = await generateDocuments({ ...options, out: first })
    const perMinute = (60 * count) / seconds
    print(`  ${count} documents in ${seconds.toFixed(1)} s`)
    await generateDocuments({ ...options, out: second })

    const files = (await readdir(first)).sort()
    const different = await countDifferent(first, second, files)
    print(`  ${files.length} files generated again, ${different} of them different`)
    const { layouts, amounts, missing } = await readBack(first, files)
    print(`  ${amounts} amounts of ${layouts} layouts checked, ${missing.length} not printed`)
    for (const line of missing.slice(0, 10)) print(`  ${line}`)

    return [
      measure('documents', count, { exactly: options.count }),
      measure('files', files.length, { exactly: 2 * options.count }),
      measure('files that differ when generated again', different, { exactly: 0 }),
      measure('amounts not printed', missing.length, { exactly: 0 }),
      measure('amounts', amounts),
      measure('layouts', layouts),
      measure('rate', perMinute, {
        unit: 'documents/min',
        timed: true,
        ...(full && { atLeast: minPerMinute }),
      }),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function countDifferent(one: string, other: string, files: string[]): Promise<number> {
  const others = (await readdir(other)).sort()
  let different = files.join() === others.join() ? 0 : 1
  for (const file of files) {
    const [before, after] = await Promise.all([readFile(join(one, file)), readFile(join(other, file))])
    if (!before.equals(after)) different++
  }
  return different
}

async function readBack(folder: string, files: string[]) {
  const layouts = new Set<string>()
  const missing: string[] = []
  let amounts = 0
  for (const file of files.filter((one) => one.endsWith('.json'))) {
    const { layout, truth } = JSON.parse(await readFile(join(folder, file), 'utf8'))
    layouts.add(`${truth.kind} ${layout}`)
    const pages = await readText(await readFile(join(folder, file.replace(/json$/, 'pdf'))))
    const text = pages.join('\n').replaceAll(',', '')
    for (const amount of amountsIn(truth)) {
      amounts++
      if (!text.includes(amount)) missing.push(`${file} in ${layout} does not print ${amount}`)
    }
  }
  return { layouts: layouts.size, amounts, missing }
}

/** Derived amounts, which not every layout prints. */
const derived = ['opening_balance', 'loan_deductions']

/**
 * Lists all amounts in the expected result. Signs are removed, because layouts write them differently; zeros are
 * omitted, because they are often not printed.
 */
function amountsIn(expected: unknown): string[] {
  if (typeof expected === 'string')
    return /^-?[\d,]+\.\d\d$/.test(expected) && !/^[-0.]+$/.test(expected)
      ? [expected.replace(/[-,]/g, '')]
      : []
  if (expected === null || typeof expected !== 'object') return []
  return Object.entries(expected).flatMap(([key, value]) => (derived.includes(key) ? [] : amountsIn(value)))
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
