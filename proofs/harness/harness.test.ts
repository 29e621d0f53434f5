import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { catalogue, regularProofs } from './catalogue.ts'
import {
  explainTooBusy,
  type ProcessTicks,
  parseCpuTicks,
  parseProcessTicks,
  sharesBetween,
  summariseSamples,
  trackTree,
  watchMachine,
} from './machine-load.ts'
import { areAllReached, describeMeasurement, measure, measureFindings, withholdTimed } from './measurement.ts'
import { renderPage } from './page.ts'
import type { ProofEntry } from './proof.ts'
import { renderReadme } from './readme-figures.ts'
import { type ProofResult, readResults, writeResult } from './results.ts'
import { chooseSeed, defaultSeed } from './seed.ts'
import { chooseShard, parseShard } from './shards.ts'

const entry = (name: string, minutes: number): ProofEntry => ({
  name,
  claim: `${name} holds.`,
  kind: 'correctness',
  hasSmallForm: true,
  minutes,
})

const result = (name: string, more: Partial<ProofResult> = {}): ProofResult => ({
  name,
  claim: `${name} holds.`,
  kind: 'correctness',
  reached: true,
  measurements: [measure('lost', 0, { exactly: 0 })],
  seed: 'c0ffee01',
  startedAt: '2026-11-16T19:00:00.000Z',
  finishedAt: '2026-11-16T19:01:30.000Z',
  durationSeconds: 90,
  commit: '0123456789abcdef',
  dirty: false,
  machine: { cores: 2, memoryGiB: 24, cpu: 'Test CPU', node: 'v26.10.0' },
  load: { loadAverageBefore: 0.5, others: 0.02, othersInWorstMinute: 0.05, steal: 0 },
  log: [],
  ...more,
})

describe('catalogue', () => {
  test('lists every file in proofs/ exactly once', () => {
    const files = readdirSync(new URL('../', import.meta.url)).filter((file) => file.endsWith('.ts'))
    expect(catalogue.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort())
  })

  test('speed proofs have no small form', () => {
    expect(catalogue.filter(({ kind, hasSmallForm }) => kind === 'speed' && hasSmallForm)).toEqual([])
  })
})

describe('measurements', () => {
  test('compare the value with the bar', () => {
    expect(measure('p99', 50, { atMost: 50 }).reached).toBe(true)
    expect(measure('p99', 50.001, { atMost: 50 }).reached).toBe(false)
    expect(measure('goodput', 0.89, { atLeast: 0.9 }).reached).toBe(false)
    expect(measure('lost', 1, { exactly: 0 }).reached).toBe(false)
    expect(measure('duration', 12.3, { unit: 's' }).reached).toBe(true)
  })

  test('a value that could not be measured reaches no bar', () => {
    const unmeasured = measure('ratio', Number.NaN, { atMost: 2 })
    expect(unmeasured).toMatchObject({ value: null, reached: false })
    expect(describeMeasurement(unmeasured)).toBe('ratio: not measurable (at most 2, MISSED)')
  })

  test('a proof without measurements reaches nothing', () => {
    expect(areAllReached([])).toBe(false)
  })

  test('findings that are not named are counted together', () => {
    const measured = measureFindings({ lost: ['a'], doubled: ['b', 'c'], dead: [] }, ['lost'])
    expect(measured.map(({ name, value, reached }) => [name, value, reached])).toEqual([
      ['lost', 1, false],
      ['other violations', 2, false],
    ])
  })

  test('on a busy machine timed figures are withheld, reached or not, and others are kept', () => {
    const measured = [
      measure('lost', 0, { exactly: 0 }),
      measure('p50', 1, { atMost: 10, timed: true }),
      measure('p99', 99, { atMost: 10, timed: true }),
    ]
    expect(withholdTimed(measured).map(({ value }) => value)).toEqual([0, null, null])
    expect(areAllReached(withholdTimed(measured))).toBe(true)
    expect(areAllReached(withholdTimed([measure('lost', 1, { exactly: 0 })]))).toBe(false)
  })
})

describe('seeds', () => {
  test('are fixed by default and drawn for "random"', () => {
    expect(chooseSeed(undefined)).toBe(defaultSeed)
    expect(chooseSeed('BEEF')).toBe('beef')
    expect(chooseSeed('random')).toMatch(/^[0-9a-f]{8}$/)
    expect(() => chooseSeed('not hex')).toThrow('hexadecimal')
  })
})

describe('shards', () => {
  test('cover every proof exactly once, whatever the order of the catalogue', () => {
    const shards = [1, 2, 3].map((number) => chooseShard(regularProofs, { number, of: 3 }))
    const names = shards.flat().map(({ name }) => name)
    expect(names.sort()).toEqual(regularProofs.map(({ name }) => name).sort())
    expect(chooseShard(regularProofs.toReversed(), { number: 2, of: 3 })).toEqual(shards[1])
  })

  test('take about the same time', () => {
    const minutes = [1, 2, 3].map((number) =>
      chooseShard(regularProofs, { number, of: 3 }).reduce((sum, one) => sum + one.minutes, 0),
    )
    expect(Math.max(...minutes) - Math.min(...minutes)).toBeLessThan(10)
  })

  test('the longest proof goes to the first shard', () => {
    const entries = [entry('a', 1), entry('b', 30), entry('c', 20), entry('d', 15)]
    expect(chooseShard(entries, { number: 1, of: 2 }).map(({ name }) => name)).toEqual(['b', 'a'])
    expect(chooseShard(entries, { number: 2, of: 2 }).map(({ name }) => name)).toEqual(['c', 'd'])
  })

  test('are given as number/count', () => {
    expect(parseShard('2/3')).toEqual({ number: 2, of: 3 })
    for (const wrong of ['4/3', '0/3', '1', 'a/b']) expect(() => parseShard(wrong)).toThrow('--shard')
  })
})

describe('machine load', () => {
  const busyMs = 3_000
  const process = (pid: number, parent: number, ticks: number, more: Partial<ProcessTicks> = {}) => ({
    pid,
    parent,
    ticks,
    startedAt: String(pid * 10),
    isKernelThread: false,
    ...more,
  })

  test('reads /proc/stat and /proc/PID/stat', () => {
    expect(parseCpuTicks('cpu  100 5 20 800 10 1 4 60 0 0\ncpu0 1 2 3')).toEqual({
      busy: 125,
      steal: 60,
      total: 1_000,
    })
    const stat = '42 (a (strange) name) S 7 42 42 0 -1 4194560 1 2 3 4 11 12 13 14 20 0 1 0 9876 1 2 3 4 5'
    expect(parseProcessTicks(stat)).toEqual({
      pid: 42,
      parent: 7,
      startedAt: '9876',
      ticks: 50,
      isKernelThread: false,
    })
  })

  test('counts a process tree and no other process', () => {
    const tree = trackTree(10)
    expect(tree.update([process(1, 0, 500), process(10, 1, 3), process(11, 10, 4), process(20, 1, 99)])).toBe(
      7,
    )
  })

  test('keeps counting reparented descendants, even after they exit', () => {
    const tree = trackTree(10)
    tree.update([process(1, 0, 0), process(10, 1, 1), process(11, 10, 5)])
    const reparented = { ...process(11, 1, 8) }
    expect(tree.update([process(1, 0, 0), process(10, 1, 1), reparented])).toBe(9)
    expect(tree.update([process(1, 0, 0), process(10, 1, 1)])).toBe(9)
  })

  test('does not count a child twice if its parent has waited for it', () => {
    const tree = trackTree(10)
    tree.update([process(10, 1, 1), process(11, 10, 5)])
    expect(tree.update([process(10, 1, 6)])).toBe(6)
  })

  test('does not blame kernel threads on other processes', () => {
    const tree = trackTree(10)
    expect(tree.update([process(10, 1, 1), process(2, 0, 7, { isKernelThread: true })])).toBe(8)
  })

  test('others are the busy ticks outside the own tree', () => {
    const first = { atMs: 0, cpu: { busy: 1_000, steal: 0, total: 10_000 }, own: 400 }
    const last = { atMs: 5_000, cpu: { busy: 1_600, steal: 50, total: 11_000 }, own: 700 }
    expect(sharesBetween(first, last)).toEqual({ others: 0.3, steal: 0.05 })
  })

  test('finds the worst minute of a run', () => {
    const busyPerMinute = [0, 0, 600, 0, 0]
    let busy = 0
    const samples = [0, ...busyPerMinute].map((ticks, minute) => {
      busy += ticks
      return { atMs: minute * 60_000, cpu: { busy, steal: 0, total: minute * 1_000 }, own: 0 }
    })
    expect(summariseSamples(samples)).toEqual({ others: 0.12, steal: 0, othersInWorstMinute: 0.6 })
  })

  test('rejects a machine on which a process outside the tree is busy', async () => {
    // The shell exits at once, so that the busy loops are reparented and do not count as children of this process.
    const loop = `const end = Date.now() + ${busyMs}; while (Date.now() < end);`
    for (let core = 0; core < availableParallelism(); core += 2)
      execFileSync('sh', ['-c', '"$0" -e "$1" &', globalThis.process.execPath, loop], { stdio: 'ignore' })
    const watch = watchMachine()
    await sleep(busyMs)
    expect(explainTooBusy(watch.stop())).toMatch(/other processes used \d+ % of the cores|steal/)
  })

  test('rejects a machine that is busy on average, for a minute, or because of steal time', () => {
    expect(explainTooBusy({ others: 0.1, steal: 0.01, othersInWorstMinute: 0.2 })).toBeUndefined()
    expect(explainTooBusy({ others: 0.5, steal: 0 })).toBe(
      'other processes used 50 % of the cores (limit 15 %)',
    )
    expect(explainTooBusy({ others: 0.1, steal: 0, othersInWorstMinute: 0.6 })).toContain('for a minute')
    expect(explainTooBusy({ others: 0, steal: 0.3 })).toContain('steal')
  })
})

describe('results', () => {
  test('are written atomically, one file per proof', () => {
    const folder = mkdtempSync(join(tmpdir(), 'payproof-results-'))
    try {
      writeResult(result('b'), folder)
      writeResult(result('a'), folder)
      writeResult(result('b', { reached: false }), folder)
      expect(readdirSync(folder).sort()).toEqual(['a.json', 'b.json'])
      expect(readResults(folder).map(({ name, reached }) => [name, reached])).toEqual([
        ['a', true],
        ['b', false],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('docs/proofs.md', () => {
  const entries = [entry('good', 1), entry('bad', 1), entry('busy', 1), entry('broken', 1), entry('new', 1)]
  const page = renderPage(entries, [
    result('good'),
    result('bad', { reached: false, measurements: [measure('lost | doubled', 3, { exactly: 0 })] }),
    result('busy', {
      withheld: 'other processes used 50 % of the cores (limit 15 %)',
      measurements: withholdTimed([
        measure('lost', 0, { exactly: 0 }),
        measure('p99', 5, { atMost: 9, timed: true }),
      ]),
    }),
    result('broken', { reached: false, measurements: [], error: 'ended without figures (exit code 1)' }),
    result('unknown'),
  ])
  const line = (name: string) => page.split('\n').find((text) => text.startsWith(`| \`${name}\``))

  test('shows one line per claim', () => {
    expect(line('good')).toBe(
      '| `good` | good holds. | lost 0 (must be 0) | reached | 2026-11-16 | `01234567` |',
    )
    expect(line('unknown')).toBeUndefined()
  })

  test('shows missed bars, failures and missing runs', () => {
    expect(line('bad')).toContain('**lost \\| doubled 3 (must be 0)** | **missed**')
    expect(line('broken')).toContain('ended without figures (exit code 1) | **failed**')
    expect(line('new')).toContain('no recorded run | not run at full size')
    expect(line('busy')).toContain('p99 not measured (at most 9) | reached, speed not measured')
    expect(page).toContain(
      '5 claims: 1 reached, 1 reached with speed figures not measured, 2 missed, 1 without a recorded run.',
    )
  })

  test('matches what npm run proofs:publish writes from the committed results', () => {
    const committed = readFileSync(new URL('../../docs/proofs.md', import.meta.url), 'utf8')
    expect(committed).toBe(renderPage(catalogue, readResults()))
  })
})

describe("the README's part about proofs", () => {
  const readme = 'before\n<!-- proofs:publish -->\nold\n<!-- end -->\nafter\n'
  const ssrf = (urls: number, reached = true) =>
    result('ssrf', { reached, measurements: [measure('forbidden connections', 1), measure('URLs', urls)] })

  test('replaces the old figures and keeps the text around them', () => {
    const text = renderReadme(readme, [entry('ssrf', 1), entry('tenants', 1)], [ssrf(2_119)])
    expect(text).toContain('1 of 2 ran at full size, 0 missed a bar')
    expect(text).toContain("| No client can read another's data | not run at full size |")
    expect(text).toContain('| No client URL reaches our own network | 1 of 2,119 URLs got through |')
    expect(text).toMatch(/^before\n<!-- proofs/)
    expect(text).toMatch(/end -->\nafter\n$/)
    expect(text).not.toContain('old')
  })

  test('says that a bar was missed', () => {
    const text = renderReadme(readme, [entry('ssrf', 1)], [ssrf(5, false)])
    expect(text).toContain('1 missed a bar')
    expect(text).toContain('| **missed**: 1 of 5 URLs got through |')
  })

  test('refuses a figure that a proof no longer has', () => {
    const renamed = result('ssrf', { measurements: [measure('addresses', 3)] })
    expect(() => renderReadme(readme, [entry('ssrf', 1)], [renamed])).toThrow('ssrf has no figure for')
  })

  test('matches what npm run proofs:publish writes from the committed results', () => {
    const committed = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(committed).toBe(renderReadme(committed, catalogue, readResults()))
  })
})
