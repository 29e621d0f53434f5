/**
 * The sets of test files. The gate (`npm test`) runs everything but the extended set; `npm run test:extended` runs that, and the
 * nightly workflow runs both. A file is in the extended set because it is slow, never because it is unreliable.
 */

/** Tests that start none of the shared services: `npm test -- --project unit`. */
export const unitTests = [
  'server/src/{affordability,connectors,extraction,vocabulary}/**/*.test.ts',
  'sdk/{scripts,src/webhooks}/**/*.test.ts',
  'web/{embed,journey,ui}/**/*.test.ts',
  'examples/lender/src/**/*.test.ts',
  'dev/{oasdiff,ci/*,language/*}.test.ts',
  'deploy/*.test.ts',
  'docs/site/links.test.ts',
  'proofs/**/*.test.ts',
  'sandbox/**/*.test.ts',
]

/** Features and platform, on PostgreSQL, NATS, SMTP and an object store that all files share. */
export const serviceTests = [
  'server/src/{admin,features,platform,process}/**/*.test.ts',
  'server/src/*.test.ts',
  'server/test/**/*.test.ts',
  'sdk/{examples,test}/**/*.test.ts',
  'sdk/src/*.test.ts',
  'cli/**/*.test.ts',
  'dev/{faults,services}/**/*.test.ts',
]

/** Browser smoke tests: the example lender, one journey, every page of the console. */
export const smokeTests = ['examples/lender/*.smoke.test.ts', 'web/e2e/**/*.smoke.test.ts']

export const extendedTests = [
  // Every screen, role and width in a browser, and every sample of the documentation.
  'web/e2e/**/*.test.ts',
  'docs/samples/*.test.ts',
  'docs/site/site.test.ts',
  'server/test/docs-page.test.ts',
  // Websites read by a browser; the connectors that call an API are in the gate.
  'server/src/connectors/web-portal/{connector,contract,page-variations}.test.ts',
  // Services killed, cut off or restarted; the gate has the small proofs crash, keys and webhook-loss.
  'server/src/platform/tasks/{cluster,outages-*}.test.ts',
  'server/src/features/{payroll,providers,webhooks}/{lost-deliveries,database-outages,outage,outages}.test.ts',
  'server/test/{outage,shutdown}.test.ts',
  // Whole stories and random sequences of commands.
  'server/test/stories/*.test.ts',
  // The operator's commands: restoring a backup, moving a client to another cell.
  'server/src/admin/{cells,recovery}/*.test.ts',
  // Packages as they are published, and receivers in six languages.
  'cli/test/payproof.test.ts',
  'sdk/{examples,test}/*.test.ts',
  // The clusters and fault injection that other tests use.
  'dev/{faults,services}/**/*.test.ts',
  // Load balancers.
  'deploy/haproxy*.test.ts',
  // Scans, and every layout of the sandbox's documents.
  'server/src/extraction/scan/recognise.test.ts',
  'sandbox/src/{browser,demo/demo}.test.ts',
  'sandbox/src/documents/{bulk-generation,documents,payslips/layouts,statements/layouts}.test.ts',
]
