import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    // Files of a project share processes: reading the same modules again was half of all their work.
    isolate: false,
    setupFiles: ['server/test/each-file.ts'],
    // Much of their time is waiting; four thousand passed on a machine with five times its load.
    maxWorkers: 3,
    // Patience costs nothing where all is well; machines in CI can be five times slower than in a quiet hour.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'house',
          include: [
            'server/**/*.test.ts',
            'sdk/**/*.test.ts',
            'cli/**/*.test.ts',
            'dev/**/*.test.ts',
            'proofs/**/*.test.ts',
            'deploy/*.test.ts',
            'web/{journey,ui,embed}/**/*.test.ts',
          ],
          globalSetup: ['server/test/template.ts'],
        },
      },
      // The hosted journey in a real browser, and the samples of the documentation, one of which embeds it.
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/e2e/**/*.test.ts', 'docs/{samples,site}/*.test.ts', 'examples/lender/**/*.test.ts'],
          globalSetup: ['web/e2e/setup.ts'],
        },
      },
      // The outside world stands alone: its tests start none of our services.
      {
        extends: true,
        test: { name: 'sandbox', include: ['sandbox/**/*.test.ts'], setupFiles: [] },
      },
    ],
  },
})
