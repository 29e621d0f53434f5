import { defineConfig } from 'vitest/config'
import { extendedTests, smokeTests } from './dev/ci/test-sets.ts'
import { sharedOptions } from './dev/ci/vitest-options.ts'

// Tests that are too slow for the gate: `npm run test:extended`, each night.
export default defineConfig({
  test: {
    ...sharedOptions,
    projects: [
      {
        extends: true,
        test: {
          name: 'extended',
          include: extendedTests,
          exclude: smokeTests,
          globalSetup: ['web/e2e/setup.ts', 'server/test/sandbox-host.ts'],
        },
      },
    ],
  },
})
