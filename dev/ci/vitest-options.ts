import type { UserWorkspaceConfig } from 'vitest/config'

/** Options of every Vitest project. */
export const sharedOptions = {
  pool: 'forks',
  // Test files share processes, because importing the same modules again for each file took half of the time.
  isolate: false,
  // Node runs TypeScript itself. Tests then load modules as the service does, and their compiled code can be cached.
  experimental: { viteModuleRunner: false },
  setupFiles: ['server/test/each-file.ts'],
  // More workers than a small machine has cores, because tests spend half of their time waiting for mail, tasks and
  // timers.
  maxWorkers: 5,
  // Deadlines are meant to detect hangs, not slow machines: a CI machine can be ten times slower than an idle one.
  expect: { poll: { timeout: 120_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
} satisfies UserWorkspaceConfig['test']
