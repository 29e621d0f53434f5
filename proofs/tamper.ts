import { tamperKinds } from '../sandbox/src/documents/tampering/tamper-kinds.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import type { CleanJob } from './tamper/clean.ts'
import type { InjectionJob } from './tamper/injections.ts'
import { type Kind, layoutsOf, type Producer } from './tamper/document-maker.ts'
import { cleanTable, injectionTable, trickTable, twinTable } from './tamper/tables.ts'
import { type TrickJob, tricks } from './tamper/alteration-jobs.ts'
import type { TwinJob } from './tamper/twins.ts'
import { doAll } from './tamper/worker-pool.ts'

const kinds: Kind[] = ['payslip', 'statement']
const mostStaying = 0.005
/** A statement without running balances can only say that its sum is wrong. */
// Of the few papers of the small form one or two may be of a kind that is only not proven.
const mostUnproven = { full: 0.05, small: 0.15 }

/** How many of each. The small form is without a browser, which takes longer to start than all the rest. */
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

/** Alters documents in many ways and checks that each alteration is found where it was made; untouched ones must stay clean. */
export async function prove({ full, seed }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const unproven = full ? mostUnproven.full : mostUnproven.small

  const twins = twinTable(await doAll(twinJobs(size, seed), { seed }), print)
  const altered = trickTable(
    'altered in other ways',
    await doAll(trickJobs('altered', full), { seed }),
    print,
  )
  const honest = trickTable('left as they are', await doAll(trickJobs('honest', full), { seed }), print)
  const clean = cleanTable(await doAll(cleanJobs(size), { seed }), print)
  const injected = injectionTable(await doAll(injectionJobs(size), { seed }), print)

  return [
    measure('tampered copies missed', twins.missed, { exactly: 0 }),
    measure('tampered copies', twins.all),
    measure('of these found in the right place', twins.placed),
    measure('of these only reported as unverified', twins.unproven, {
      atMost: Math.floor(unproven * twins.all),
    }),
    measure('documents altered in other ways missed', altered.missed, { exactly: 0 }),
    measure('documents altered in other ways', altered.all),
    measure('high-severity findings on untouched documents', clean.alarms + honest.missed, { exactly: 0 }),
    measure('untouched documents', clean.all + honest.all),
    measure('injected errors still certified', injected.staying, {
      atMost: Math.floor(mostStaying * injected.tried),
    }),
    measure('injected errors', injected.tried),
  ]
}

/** In the small form other layouts each time, in the full form all of them. */
function some<T>(list: T[], count: number, shift: number): T[] {
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
        some(layoutsOf[kind], count, shift + at).map((layout, turn) => ({
          is: 'twin' as const,
          producer,
          tamper,
          wanted: { kind, layout, turn: turn + at },
        })),
      ),
    ),
  )
}

/** In the small form payslips and statements in turn, in the full form both in all layouts. */
function trickJobs(group: keyof typeof tricks, full: boolean): TrickJob[] {
  return tricks[group].flatMap(({ name }, at) =>
    (full ? kinds : [kinds[at % 2] as Kind]).flatMap((kind) =>
      some(layoutsOf[kind], full ? 99 : 1, at).map((layout, turn) => ({
        is: 'trick' as const,
        group,
        name,
        wanted: { kind, layout, turn: turn + at },
      })),
    ),
  )
}

function cleanJobs(size: Record<'clean' | 'cleanChromium' | 'random' | 'scans', number>): CleanJob[] {
  const fixed = (count: number, more: { producer: Producer; isScan: boolean }) =>
    Array.from({ length: count }, (_, turn) => {
      const kind = kinds[turn % 2] as Kind
      const layouts = layoutsOf[kind]
      const layout = layouts[Math.floor(turn / 2) % layouts.length] ?? null
      return { is: 'clean' as const, wanted: { kind, layout, turn }, ...more }
    })
  const random = Array.from({ length: size.random }, (_, turn) => ({
    is: 'clean' as const,
    producer: 'library' as const,
    isScan: false,
    wanted: { kind: kinds[turn % 2] as Kind, layout: null, turn },
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
    const kind = kinds[turn % 2] as Kind
    const layouts = layoutsOf[kind]
    const layout = turn % 3 === 2 ? null : (layouts[Math.floor(turn / 2) % layouts.length] ?? null)
    return { is: 'injection' as const, wanted: { kind, layout, turn }, rounds }
  })
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
