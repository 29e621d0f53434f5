import { tamperKinds } from '../sandbox/src/documents/tampering/tamper-kinds.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { type AlterationJob, alterationGroups } from './tamper/alteration-jobs.ts'
import type { CleanJob } from './tamper/clean.ts'
import { layoutsOf, type Producer, type TestDocumentKind } from './tamper/document-maker.ts'
import type { InjectionJob } from './tamper/injections.ts'
import { alterationTable, cleanTable, injectionTable, twinTable } from './tamper/tables.ts'
import type { TwinJob } from './tamper/twins.ts'
import { runJobs } from './tamper/worker-pool.ts'

const kinds: TestDocumentKind[] = ['payslip', 'statement']
const maxStillCertified = 0.005
// Maximum share of documents reported as unverified. This is the best possible result for a statement without running
// balances. The small form has few documents, so one or two of them weigh more.
const maxUnproven = { full: 0.05, small: 0.15 }

/** Numbers of documents. The small form uses no browser, because starting one takes longer than everything else. */
const sizes = {
  small: {
    layouts: 1,
    chromium: 0,
    clean: 8,
    cleanChromium: 0,
    random: 6,
    scans: 0,
    injected: 4,
    rounds: 1,
  },
  full: {
    layouts: 99,
    chromium: 99,
    clean: 600,
    cleanChromium: 150,
    random: 400,
    scans: 16,
    injected: 160,
    rounds: 3,
  },
}

/**
 * Alters documents in many ways and checks that each alteration is found where it was made. Unaltered documents must
 * have no high-severity findings.
 */
export async function prove({ full, seed }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const unproven = full ? maxUnproven.full : maxUnproven.small

  const twins = twinTable(await runJobs(twinJobs(size, seed), { seed }), print)
  const altered = alterationTable(
    'altered in other ways',
    await runJobs(alterationJobs('altered', full), { seed }),
    print,
  )
  const honest = alterationTable(
    'left as they are',
    await runJobs(alterationJobs('honest', full), { seed }),
    print,
  )
  const clean = cleanTable(await runJobs(cleanJobs(size), { seed }), print)
  const injected = injectionTable(await runJobs(injectionJobs(size), { seed }), print)

  return [
    measure('undetected tampered copies', twins.missed, { exactly: 0 }),
    measure('tampered copies', twins.all),
    measure('of these located correctly', twins.placed),
    measure('of these only reported as unverified', twins.unproven, {
      atMost: Math.floor(unproven * twins.all),
    }),
    measure('undetected documents altered in other ways', altered.missed, { exactly: 0 }),
    measure('documents altered in other ways', altered.all),
    measure('of these without the expected finding, but nothing certified is wrong', altered.harmless),
    measure('high-severity findings on untouched documents', clean.alarms + honest.missed, { exactly: 0 }),
    measure('untouched documents', clean.all + honest.all),
    measure('injected errors still certified', injected.staying, {
      atMost: Math.floor(maxStillCertified * injected.tried),
    }),
    measure('injected errors', injected.tried),
  ]
}

/** Selects some items. The small form covers different layouts for each seed, the full form covers all. */
function selectFrom<T>(list: T[], count: number, shift: number): T[] {
  return Array.from({ length: Math.min(count, list.length) }, (_, n) => list[(n + shift) % list.length] as T)
}

function twinJobs(size: { layouts: number; chromium: number }, seed: string): TwinJob[] {
  const shift = Number.parseInt(seed.slice(0, 4), 16) || 0
  const producers: [Producer, number][] = [
    ['library', size.layouts],
    ['chromium', size.chromium],
  ]
  return producers.flatMap(([producer, count]) =>
    kinds.flatMap((kind) =>
      tamperKinds.flatMap((tamper, at) =>
        selectFrom(layoutsOf[kind], count, shift + at).map((layout, turn) => ({
          is: 'twin' as const,
          producer,
          tamper,
          spec: { kind, layout, turn: turn + at },
        })),
      ),
    ),
  )
}

/**
 * Lists the alterations to test. The small form alternates between payslips and statements; the full form covers both
 * in all layouts.
 */
function alterationJobs(group: keyof typeof alterationGroups, full: boolean): AlterationJob[] {
  return alterationGroups[group].flatMap(({ name }, at) =>
    (full ? kinds : [kinds[at % 2] as TestDocumentKind]).flatMap((kind) =>
      selectFrom(layoutsOf[kind], full ? 99 : 1, at).map((layout, turn) => ({
        is: 'alteration' as const,
        group,
        name,
        spec: { kind, layout, turn: turn + at },
      })),
    ),
  )
}

function cleanJobs(size: Record<'clean' | 'cleanChromium' | 'random' | 'scans', number>): CleanJob[] {
  const fixed = (count: number, more: { producer: Producer; isScan: boolean }) =>
    Array.from({ length: count }, (_, turn) => {
      const kind = kinds[turn % 2] as TestDocumentKind
      const layouts = layoutsOf[kind]
      const layout = layouts[Math.floor(turn / 2) % layouts.length] ?? null
      return { is: 'clean' as const, spec: { kind, layout, turn }, ...more }
    })
  const random = Array.from({ length: size.random }, (_, turn) => ({
    is: 'clean' as const,
    producer: 'library' as const,
    isScan: false,
    spec: { kind: kinds[turn % 2] as TestDocumentKind, layout: null, turn },
  }))
  return [
    ...fixed(size.clean, { producer: 'library', isScan: false }),
    ...random,
    ...fixed(size.cleanChromium, { producer: 'chromium', isScan: false }),
    ...fixed(size.scans, { producer: 'library', isScan: true }),
  ]
}

function injectionJobs({ injected, rounds }: { injected: number; rounds: number }): InjectionJob[] {
  return Array.from({ length: injected }, (_, turn) => {
    const kind = kinds[turn % 2] as TestDocumentKind
    const layouts = layoutsOf[kind]
    const layout = turn % 3 === 2 ? null : (layouts[Math.floor(turn / 2) % layouts.length] ?? null)
    return { is: 'injection' as const, spec: { kind, layout, turn }, rounds }
  })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
