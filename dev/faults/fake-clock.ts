import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { requireProgram } from '../services/programs.ts'

export type FakeClock = ReturnType<typeof openFakeClock>

const source = fileURLToPath(new URL('fake-clock.c', import.meta.url))
const driftStepMs = 50

/**
 * Opens a time of day that can be changed while processes run. Processes started with `env` have this clock and notice
 * a change at once. Their monotonic clock stays right.
 */
export function openFakeClock() {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-clock-'))
  // PostgreSQL runs as another user, who has to read the file.
  chmodSync(folder, 0o755)
  const library = join(folder, 'fake-clock.so')
  compile(library)
  const path = join(folder, 'offset')
  const file = openSync(path, 'w', 0o644)
  let offsetMs = 0

  function set(ms: number) {
    offsetMs = ms
    const ns = new BigInt64Array([BigInt(Math.round(ms * 1_000)) * 1_000n])
    writeSync(file, ns, 0, ns.byteLength, 0)
  }

  set(0)
  return {
    env: { LD_PRELOAD: library, FAKE_CLOCK_FILE: path },
    /** Sets the difference from the true time. */
    set,
    offsetMs: () => offsetMs,
    /** Changes the difference evenly until it is `toMs`. */
    async drift(toMs: number, durationMs: number) {
      const fromMs = offsetMs
      const startedAt = performance.now()
      for (let share = 0; share < 1; ) {
        share = Math.min(1, (performance.now() - startedAt) / durationMs)
        set(fromMs + share * (toMs - fromMs))
        await sleep(driftStepMs)
      }
    },
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function compile(library: string) {
  execFileSync(requireProgram('cc'), ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, source, '-ldl'])
}
