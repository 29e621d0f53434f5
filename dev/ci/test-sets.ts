/**
 * Which tests run where. `npm test` and the gate run everything but the extended set; `npm run test:extended` runs that one, and
 * the nightly workflow runs both. A file is in the extended set because of what it costs, never because it is unreliable.
 */

/** No PostgreSQL, NATS or object store of ours: `npx vitest run --project unit` needs no setup. */
export const unitTests = [
  'server/src/{affordability,connectors,extraction,vocabulary}/**/*.test.ts',
  'sdk/{scripts,src/webhooks}/**/*.test.ts',
  'web/{embed,journey,ui}/**/*.test.ts',
  'examples/lender/src/**/*.test.ts',
  'dev/{breaking-changes,ci}/**/*.test.ts',
  'deploy/*.test.ts',
  'proofs/**/*.test.ts',
]

/** Features and platform, on services that all files share. */
export const serviceTests = [
  'server/src/{cells,features,platform,recovery}/**/*.test.ts',
  'server/src/*.test.ts',
  'server/test/**/*.test.ts',
  'sdk/{examples,test}/**/*.test.ts',
  'sdk/src/*.test.ts',
  'cli/**/*.test.ts',
  'dev/{collection,faults,services}/**/*.test.ts',
]

/** The product as its users meet it, in a browser: the example lender, one journey, every page of the console. */
export const smokeTests = ['examples/lender/*.smoke.test.ts', 'web/e2e/**/*.smoke.test.ts']

/** Every screen, width and role in a browser, every sample of the documentation, and the test harness's own clusters. */
export const extendedTests = [
  'web/e2e/**/*.test.ts',
  'docs/{samples,site}/*.test.ts',
  'dev/{faults,services}/**/*.test.ts',
]
