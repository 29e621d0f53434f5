import { defineConfig } from 'vitest/config'
import { SlowFilesFirst } from './dev/ci/slow-files-first.ts'
import { extendedTests, serviceTests, smokeTests, unitTests } from './dev/ci/test-sets.ts'
import { sharedOptions } from './dev/ci/vitest-options.ts'

// The gate's tests: `npm test`. The extended tests have a configuration of their own: `npm run test:extended`.
export default defineConfig({
  test: {
    ...sharedOptions,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unitTests,
          exclude: extendedTests,
          globalSetup: ['server/test/sandbox-host.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: serviceTests,
          exclude: extendedTests,
          globalSetup: ['server/test/template.ts', 'server/test/sandbox-host.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'smoke', include: smokeTests, globalSetup: ['web/e2e/setup.ts'] },
      },
    ],
  },
})
