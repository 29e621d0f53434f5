import { chooseWeighted, type ProofRandom, randomFrom } from '../programs/random.ts'
import type { ApiDocument, FuzzedOperation } from './api-document.ts'
import type { FuzzCredential } from './credentials.ts'
import { openFindings } from './findings.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzReply, Judge } from './judge.ts'
import { type KnownIds, uuids } from './known-ids.ts'
import { bytesOf, makeRequest, pathOf } from './requests.ts'
import type { FuzzSender } from './send.ts'

export type RunOptions = {
  document: ApiDocument
  credentials: FuzzCredential[]
  ids: KnownIds
  judge: Judge
  sender: FuzzSender
  seed: number
  requests: number
  concurrency: number
  username: string
  /** Called between requests, about every `refreshEvery`; creates data to replace what requests have deleted. */
  refresh(): Promise<void>
  refreshEvery: number
  onProgress(done: number): void
  /** Called once, when this share of the requests is done. */
  warmUpShare: number
  onWarm(): Promise<void>
}

/** Operations whose share differs from the others: makers of data more often, slow and destructive ones less often. */
const weights: Record<string, number> = {
  createUser: 3,
  createUserToken: 2,
  createAuthorisation: 3,
  createWebhook: 2,
  createApiKey: 2,
  createReportLink: 2,
  // Each of these waits for a provider, a receiver or a password hash.
  createAccount: 0.7,
  reconnectAccount: 0.4,
  answerMfa: 0.4,
  createDirectConnection: 0.2,
  createJourneyDirectConnection: 0.2,
  testWebhook: 0.3,
  signIn: 0.4,
  validateMfa: 0.4,
  acceptInvitation: 0.4,
  confirmPasswordReset: 0.4,
  getReportFile: 0.4,
  getLogo: 0.4,
  // Deletes much of what the other operations need.
  deleteUser: 0.5,
  deleteJourneyData: 0.2,
  endOwnSessions: 0.2,
  updateSandboxProvider: 0.2,
  moveSandboxClock: 0.1,
}

/** Share of requests whose ids belong to one person. The others mix the ids of many. */
const familyShare = 0.4

const progressEvery = 1_000

/** Large primes spread the numbers of requests over the seeds of their generators. */
const indexFactor = 2_654_435_761

export type RunResult = Awaited<ReturnType<typeof runFuzz>>

/** Sends random requests, many at a time, and judges every reply. */
export async function runFuzz(options: RunOptions) {
  const findings = openFindings()
  const statuses = new Map<number, number>()
  const called = new Map<string, number>()
  const succeeded = new Set<string>()
  const operations = options.document.operations.map((operation) => ({
    operation,
    weight: weights[operation.operationId] ?? 1,
  }))
  const refused = new Map<string, number>()
  const failedRenewals = new Map<string, number>()
  let next = 0
  let done = 0
  let isWarm = false

  async function worker() {
    while (next < options.requests) {
      const index = next++
      const random = randomFrom(options.seed + index * indexFactor)
      const operation = chooseWeighted(random, operations)?.operation as FuzzedOperation
      const credential = chooseCredential(random, options.credentials, operation)
      const { document, ids, username } = options
      const { client } = credential
      const family = client && random.chance(familyShare) ? ids.pickFamily(client, random) : undefined
      const context = { random, document, ids, client, path: operation.path, username, family }
      const request = makeRequest(context, operation, credential)
      const status = await sendAndJudge(request, index)
      if (status === 401) {
        if (credential.client) increment(refused, credential.name)
        const error = await renew(credential)
        if (error) increment(failedRenewals, `${credential.name}: ${error}`)
      }
      const count = ++done
      if (count % progressEvery === 0) options.onProgress(count)
      if (count % options.refreshEvery === 0) await options.refresh()
      if (!isWarm && count >= options.requests * options.warmUpShare) {
        isWarm = true
        await options.onWarm()
      }
    }
  }

  async function sendAndJudge(request: FuzzRequest, index: number) {
    const { operationId } = request.operation
    increment(called, operationId)
    try {
      const reply = await options.sender.send(request)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      if (reply.status < 300) succeeded.add(operationId)
      for (const fault of options.judge(request, reply)) findings.add(request, reply, index, fault)
      learnFrom(request, reply, options.ids)
      return reply.status
    } catch (error) {
      const fault = { kind: 'connections closed without a reply', detail: String(error) } as const
      findings.add(request, undefined, index, fault)
      return undefined
    }
  }

  const startedAt = performance.now()
  await Promise.all(Array.from({ length: options.concurrency }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  return { findings, statuses, called, succeeded, refused, failedRenewals, seconds }
}

/** Share of requests whose credential is of a kind that the operation accepts. */
const fittingShare = 0.8

function chooseCredential(random: ProofRandom, credentials: FuzzCredential[], { schemes }: FuzzedOperation) {
  const fitting = credentials.filter(({ scheme }) => scheme && schemes.includes(scheme))
  const choices = fitting.length > 0 && random.chance(fittingShare) ? fitting : credentials
  return chooseWeighted(random, choices) as FuzzCredential
}

function learnFrom(request: FuzzRequest, reply: FuzzReply, ids: KnownIds) {
  const { credential, operation } = request
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  if (!credential.client || operation.isPublic || reply.status >= 300 || !isJson || reply.bytes.length === 0)
    return
  const text = reply.bytes.toString('utf8')
  const sent = (pathOf(request) + String(bytesOf(request) ?? '')).toLowerCase()
  ids.learn(credential.client, operation.path, JSON.parse(text))
  for (const [id] of text.matchAll(uuids)) if (!sent.includes(id)) ids.claim(credential.client, id)
}

const renewing = new Map<FuzzCredential, Promise<string | undefined>>()

/** Replaces a credential that the run has revoked. Concurrent requests share one renewal. Returns the reason if it fails. */
async function renew(credential: FuzzCredential) {
  if (!credential.renew) return undefined
  const pending =
    renewing.get(credential) ??
    credential.renew().then(
      () => undefined,
      (error: Error) => error.message,
    )
  renewing.set(credential, pending)
  const error = await pending
  renewing.delete(credential)
  return error
}

function increment(counts: Map<string, number>, key: string) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
