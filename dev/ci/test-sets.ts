/**
 * The sets of test files. The gate (`npm test`) runs everything except the extended set, which `npm run
 * test:extended` runs; the nightly workflow runs both. A file is in the extended set because it is slow, never
 * because it is unreliable.
 */

/** Tests that start none of the shared services: `npm test -- --project unit`. */
export const unitTests = [
  'server/src/{affordability,connectors,extraction,vocabulary}/**/*.test.ts',
  'sdk/{scripts,src/webhooks}/**/*.test.ts',
  'cli/src/mcp/*.test.ts',
  'embed/src/*.test.ts',
  'web/{console,journey,ui}/**/*.test.ts',
  'examples/lender/src/**/*.test.ts',
  'dev/{compose-services,oasdiff,readiness,ci/*,connector-kit/*,fixture/*,language/*,release/*,specifications/*}.test.ts',
  'payproof-sandbox/src/*.test.ts',
  'deploy/*.test.ts',
  'docs/{decisions,security}/*.test.ts',
  'docs/site/{links,llms,readability}.test.ts',
  'docs/site/reference/pages.test.ts',
  'proofs/**/*.test.ts',
  'sandbox/**/*.test.ts',
]

/** Tests of features and platform, on PostgreSQL, NATS, SMTP and an object store that all files share. */
export const serviceTests = [
  'server/src/{admin,features,platform,process}/**/*.test.ts',
  'server/src/*.test.ts',
  'server/test/**/*.test.ts',
  'sdk/{examples,test}/**/*.test.ts',
  'sdk/src/*.test.ts',
  'cli/{src,test}/*.test.ts',
  'dev/{faults,services}/**/*.test.ts',
]

/** Browser smoke tests: the example lender, one journey, every page of the console. */
export const smokeTests = ['examples/lender/*.smoke.test.ts', 'web/e2e/**/*.smoke.test.ts']

export const extendedTests = [
  // Tests of every screen, role and width in a browser, and of every sample in the documentation.
  'web/e2e/**/*.test.ts',
  'docs/samples/*.test.ts',
  'examples/embed/*.test.ts',
  'docs/site/{search,site}.test.ts',
  'docs/site/reference/{reference,samples}.test.ts',
  // Tests of connectors that read websites with a browser; connectors that call an API are tested in the gate.
  'server/src/connectors/web-portal/{connector,contract,page-variations}.test.ts',
  // Tests in which services are killed, cut off or restarted; the gate instead runs the small forms of the proofs
  // crash, keys and webhook-loss.
  'server/src/platform/tasks/{cluster,outages-*}.test.ts',
  'server/src/features/{payroll,providers,webhooks}/{lost-deliveries,database-outages,outage,outages}.test.ts',
  'server/test/{outage,shutdown}.test.ts',
  // Tests of whole stories and random sequences of commands.
  'server/test/stories/*.test.ts',
  // Tests of the operator's commands: restoring a backup, moving a client to another cell.
  'server/src/admin/{cells,recovery}/*.test.ts',
  // Packages as they are published, generated clients, and receivers in six languages.
  'cli/test/{mcp,payproof}.test.ts',
  'sdk/{examples,test}/*.test.ts',
  'dev/release/{consumer,pack,publish}.test.ts',
  // The sandbox package, installed from its tarball in an empty folder by an unprivileged user.
  'payproof-sandbox/test/*.test.ts',
  // The Python SDK: its checks, and every operation against the service.
  'python/tests/*.test.ts',
  // The example lender in Python, in a browser.
  'examples/lender-python/*.test.ts',
  // Fifty connections to a website, one after the other, on the development instance.
  'dev/website-connections.test.ts',
  // The clusters and fault injection that other tests use.
  'dev/{faults,services}/**/*.test.ts',
  // Tests of the Helm chart, for which Go builds helm and kubeconform.
  'deploy/helm.test.ts',
  // The checker of histories, which Go builds.
  'proofs/histories/*.test.ts',
  // The object store's tests on a second server, which Go builds.
  'server/src/platform/objects/light-servers.test.ts',
  // Tests of load balancers.
  'deploy/haproxy*.test.ts',
  // Connector tests in a network namespace without a route, each with services of its own.
  'server/test/connectors/without-a-route.test.ts',
  // Detection of pay on a thousand bank accounts.
  'server/test/connectors/salary-accuracy.test.ts',
  // All documents of the corpus; the gate reads one of each layout.
  'server/src/extraction/whole-corpus.test.ts',
  // Tests of scans, and of every layout of the sandbox's documents.
  'server/src/extraction/scan/recognise.test.ts',
  'sandbox/src/{browser,demo/demo}.test.ts',
  'sandbox/src/documents/{bulk-generation,documents,payslips/layouts,statements/layouts}.test.ts',
]

/** The files of the gate that take longest, slowest first (`.ci/run` prints them). Each project starts with its own. */
export const slowTests = [
  'server/test/contract/variants.test.ts',
  'server/src/connectors/contract.test.ts',
  'server/test/contract/documents-and-events.test.ts',
  'server/src/extraction/corpus.test.ts',
  'server/test/contract/lists.test.ts',
  'server/test/contract/clients.test.ts',
  'web/e2e/console/every-page.smoke.test.ts',
  'server/test/contract/sources.test.ts',
  'examples/lender/lender.smoke.test.ts',
  'server/src/connectors/web-portal/browsers.test.ts',
  'dev/language/language.test.ts',
]
