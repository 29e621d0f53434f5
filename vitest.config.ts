import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'sdk/**/*.test.ts', 'dev/**/*.test.ts', 'proofs/**/*.test.ts'],
    globalSetup: ['server/test/template.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
