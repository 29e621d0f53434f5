import type { ProofEntry } from './proof.ts'

const correctness = (name: string, minutes: number, claim: string): ProofEntry => ({
  name,
  claim,
  kind: 'correctness',
  hasSmallForm: true,
  minutes,
})
const speed = (name: string, minutes: number, claim: string): ProofEntry => ({
  name,
  claim,
  kind: 'speed',
  hasSmallForm: false,
  minutes,
})

/** Every proof in the order of docs/proofs.md. */
export const catalogue: readonly ProofEntry[] = [
  correctness('tenants', 8, "No client can read another client's rows."),
  correctness(
    'fuzz',
    90,
    'No request, valid or not, ends in an unexpected error, an undeclared reply or data of another client.',
  ),
  correctness('ssrf', 1, 'No URL given by a client makes the service connect to an internal address.'),
  correctness(
    'secrets-scan',
    8,
    'Passwords, MFA answers and provider tokens are stored nowhere in readable form after use.',
  ),
  correctness(
    'audit-tamper',
    6,
    'Every change to a line of the audit log is found, and killed processes break no chain.',
  ),
  correctness(
    'attempts',
    8,
    'Our login attempts never lock an applicant out of their account at the provider.',
  ),
  correctness(
    'crash',
    20,
    'No acknowledged task is lost or executed twice, whichever process or service is killed.',
  ),
  correctness(
    'keys',
    12,
    'Tasks with the same key run one at a time and in order, whichever process is killed.',
  ),
  correctness(
    'poison',
    8,
    'A task that crashes its workers is given up after five, and no other task is harmed.',
  ),
  correctness(
    'disk-full',
    8,
    'A full disk of PostgreSQL or NATS loses no acknowledged task, and the service recovers when space returns.',
  ),
  correctness(
    'clock',
    25,
    'A clock that jumps or drifts loses no acknowledged task or webhook, and the service recovers when it is right.',
  ),
  correctness(
    'exhaustion',
    15,
    'Old snapshots, a lack of connections or memory, and a stall of PostgreSQL lose nothing and empty no load balancer.',
  ),
  correctness(
    'half-open',
    45,
    'Connections that lose packets in one or both directions lose and repeat no acknowledged task.',
  ),
  correctness(
    'slow-store',
    12,
    'An object store that is slow, stalled, refusing, read-only or has lost an object loses nothing acknowledged.',
  ),
  correctness('lane-fairness', 8, 'A long backlog of one client does not delay the tasks of another.'),
  correctness('webhook-loss', 75, 'Every event reaches every subscription, whatever fails on either side.'),
  correctness('nats-cluster', 8, 'Losing any one of three NATS nodes loses no task and no delivery.'),
  correctness('failover', 25, 'PostgreSQL failover loses no acknowledged write and needs no operator.'),
  correctness(
    'restore',
    10,
    'A backup restored to any moment has exactly the writes acknowledged by then, and no erased user.',
  ),
  correctness(
    'restore-size',
    30,
    'A cell with a million files and ten million rows is restored, and every missing file is found.',
  ),
  correctness(
    'move-client',
    5,
    'A client moves between cells under load without lost or repeated writes and deliveries.',
  ),
  correctness(
    'upgrade-postgres',
    12,
    'PostgreSQL is upgraded from 15 to 17 and 18 under load, by the commands of its runbook, and no write is lost.',
  ),
  {
    name: 'soak',
    claim:
      'With everything in use and small faults all the time, nothing grows in eight hours (memory, connections, file handles, rows, streams) and no alert fires.',
    kind: 'correctness',
    hasSmallForm: true,
    hasDuration: true,
    minutes: 490,
  },
  correctness(
    'rolling',
    25,
    'Restarts and upgrades under load fail no request and lose nothing; migrations do not block callers.',
  ),
  correctness(
    'recurring',
    45,
    'A million weekly checks due on one day each run once, within the rate limits of the providers.',
  ),
  correctness(
    'portal',
    20,
    'Payslips are retrieved from a slow and failing website, and no browser is left running.',
  ),
  correctness('affordability', 5, 'Expenditure estimates match an independent calculation to the penny.'),
  correctness(
    'income-summary',
    10,
    'Income summaries match an independent calculation to the penny, whatever the order of arrival.',
  ),
  correctness(
    'extraction',
    60,
    'Documents in layouts the parser was not tuned on are read correctly, and none is verified wrongly.',
  ),
  correctness(
    'tamper',
    60,
    'Altered documents are detected, and genuine ones raise no high-severity finding.',
  ),
  correctness(
    'hostile',
    15,
    'Malicious files are read or rejected with a reason, within time and memory limits.',
  ),
  correctness(
    'sandbox-documents',
    4,
    'Sandbox documents are reproducible and print every amount of their expected result.',
  ),
  correctness(
    'work-queue',
    10,
    'With 100,000 users, list, filters, prefix search and income summary each take at most 150 ms (p95).',
  ),
  {
    name: 'journey',
    claim:
      'The hosted journey loads fast on a slow phone. Every screen is accessible at every width, in every language, with large text and by keyboard, and survives a reload.',
    kind: 'correctness',
    hasSmallForm: false,
    minutes: 20,
  },
  speed(
    'api-overhead',
    8,
    'The API reaches at least 0.6 of the throughput of a bare Fastify and pg handler with the same SQL.',
  ),
  speed(
    'list-flat',
    12,
    'A page deep in a list of a million users costs no more than three times the first page.',
  ),
  speed('audit-rate', 4, "One client's audit log grows faster, never slower, with more connections."),
  speed(
    'snapshot',
    15,
    'A report that reads for ten minutes in one transaction does not slow requests down.',
  ),
  speed(
    'overload',
    12,
    'At five times its capacity the service keeps its goodput, and a client with few requests is still served.',
  ),
  speed(
    'tasks-throughput',
    12,
    'The task queue is faster than PostgreSQL task queues and starts tasks within milliseconds.',
  ),
  speed(
    'timers',
    45,
    'Ten million scheduled tasks use no memory and do not slow down the claiming of due tasks.',
  ),
  speed(
    'promptness',
    3,
    'Due tasks start on time, rate limits are fully used, and expiries and timeouts take effect promptly.',
  ),
  speed('webhook-speed', 10, 'Two cores deliver a thousand signed and encrypted webhooks per second.'),
  speed('webhook-fairness', 15, 'Webhooks whose receivers hang do not delay other webhooks.'),
  speed('extract-speed', 10, 'Reading a document costs at most three times the CPU time of bare PDFium.'),
]

/** The proofs that `npm run proofs` runs if none is named. A proof of a chosen duration takes hours. */
export const regularProofs = catalogue.filter(({ hasDuration }) => !hasDuration)

export const findEntry = (name: string) => catalogue.find((entry) => entry.name === name)
