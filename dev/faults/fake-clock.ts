import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../services/processes.ts'

export type FakeClock = ReturnType<typeof openFakeClock>

/** Folders of libfaketime in Debian, one for each architecture. */
const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (architecture) => `/usr/lib/${architecture}/faketime/libfaketimeMT.so.1`,
)
/** libfaketime reads its file again after this many seconds, the smallest value it accepts. */
const cacheSeconds = 1
const driftStepMs = 100

/**
 * Opens a time of day that can be changed while processes run. Processes started with `env` have this clock; their
 * monotonic clock stays right, as it does on a machine whose clock is set.
 */
export function openFakeClock() {
  const library = libraries.find((path) => existsSync(path))
  if (!library)
    throw new ServiceError('Not installed: libfaketime (Debian package libfaketime), which sets fake clocks')
  const folder = mkdtempSync(join(tmpdir(), 'payproof-clock-'))
  // PostgreSQL runs as another user, who has to read the file.
  chmodSync(folder, 0o755)
  const file = join(folder, 'offset')
  let offsetMs = 0

  function set(ms: number) {
    offsetMs = ms
    const seconds = (ms / 1_000).toFixed(3)
    // Renamed, because a process that reads an empty file exits.
    writeFileSync(`${file}.new`, `${ms < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }

  set(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(cacheSeconds),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    /** Sets the difference from the true time. Processes notice within a second. */
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
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
