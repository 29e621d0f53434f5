import { setTimeout as sleep } from 'node:timers/promises'
import { createUser, type ProofCall, type Submitter, submitStatement } from './people.ts'

export type StoreFault = {
  name: string
  inject(people: readonly Submitter[]): Promise<unknown> | unknown
  heal(): unknown
  /** Whether the fault loses the upload of the first person for good. */
  losesUpload?: boolean
}

export type Submission = { person: Submitter; isAcknowledged: boolean; losesUpload: boolean; round: string }
export type RequestedErasure = { userId: string; isAcknowledged: boolean; round: string }

type RoundDeps = {
  call: ProofCall
  /** Starts another process and stops it again. Returns the seconds until it was ready. */
  startProcess(): Promise<number>
  upload(): Promise<Submitter>
}

const readEveryMs = 250
const isOk = ({ status }: { status: number }) => status >= 200 && status < 300

/** Submits statements, erases users, reads, and starts a process, all while the store is broken. */
export async function runRound(fault: StoreFault, size: number, { call, startProcess, upload }: RoundDeps) {
  const people: Submitter[] = []
  const toErase: string[] = []
  for (let n = 0; n < size; n++) {
    people.push(await upload())
    toErase.push(await createUser(call))
  }
  const reader = await createUser(call)
  await fault.inject(people)
  const reading = startReading(call, reader)
  const [submissions, erasures, startSeconds] = await Promise.all([
    Promise.all(people.map((person) => submitStatement(person))),
    Promise.all(toErase.map((userId) => call('DELETE', `/users/${userId}`))),
    startProcess(),
  ])
  const slowestRead = await reading.stop()
  await fault.heal()
  const healedAt = performance.now()
  const firstAgain = await submitUntilDone(await upload())
  return {
    submissions: submissions.map(
      (reply, n): Submission => ({
        person: people[n] as Submitter,
        isAcknowledged: isOk(reply),
        losesUpload: n === 0 && (fault.losesUpload ?? false),
        round: fault.name,
      }),
    ),
    erasures: erasures.map(
      (reply, n): RequestedErasure => ({
        userId: toErase[n] ?? '',
        isAcknowledged: isOk(reply),
        round: fault.name,
      }),
    ),
    after: { person: firstAgain, isAcknowledged: true, losesUpload: false, round: `after ${fault.name}` },
    statuses: {
      submissions: submissions.map(({ status }) => status),
      erasures: erasures.map(({ status }) => status),
    },
    startSeconds,
    slowestReplySeconds: slowest([...submissions, ...erasures]),
    slowestReadSeconds: slowestRead.seconds,
    failedReads: slowestRead.failed,
    recoverySeconds: (performance.now() - healedAt) / 1_000,
  }
}

/** Requests that do not need the store continue meanwhile. */
function startReading(call: ProofCall, userId: string) {
  let isStopped = false
  let seconds = 0
  let failed = 0
  async function read() {
    while (!isStopped) {
      const reply = await call('GET', `/users/${userId}`)
      seconds = Math.max(seconds, reply.seconds)
      if (!isOk(reply)) failed++
      await sleep(readEveryMs)
    }
  }
  const running = read()
  return {
    async stop() {
      isStopped = true
      await running
      return { seconds, failed }
    },
  }
}

const recoveryLimitMs = 300_000

async function submitUntilDone(person: Submitter) {
  const deadline = performance.now() + recoveryLimitMs
  while (performance.now() < deadline) {
    if (isOk(await submitStatement(person))) return person
    await sleep(readEveryMs)
  }
  throw new Error('the service did not recover')
}

const slowest = (replies: { seconds: number }[]) => Math.max(...replies.map(({ seconds }) => seconds))
