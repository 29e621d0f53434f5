import type { UserWorkspaceConfig } from 'vitest/config'

/** Options of every Vitest project. */
export const sharedOptions = {
  pool: 'forks',
  // Test files share processes: importing the same modules again for each file was half of the work.
  isolate: false,
  setupFiles: ['server/test/each-file.ts'],
  // One more than there are cores on a small machine: tests spend much of their time waiting.
  maxWorkers: 3,
  // Deadlines detect hangs, not slow machines: a CI machine can be five times slower than an idle one.
  expect: { poll: { timeout: 30_000 } },
  testTimeout: 90_000,
  hookTimeout: 90_000,
} satisfies UserWorkspaceConfig['test']
