import { setTimeout as sleep } from 'node:timers/promises'

/** Health checks as in deploy/haproxy/api.cfg and deploy/kubernetes/api.yaml. */
const balancers = [
  { everyMs: 1_000, afterFailureMs: 300, timeoutMs: 1_000, fall: 2 },
  { everyMs: 3_000, afterFailureMs: 3_000, timeoutMs: 2_000, fall: 2 },
]
const sampleMs = 50

/** A supervised process; it has no address while it is starting. */
type ReadyProcess = { message(): { listening: string } | undefined }

/** `late` is no verdict of the process: it did not reply within the timeout, as on a busy machine. */
type CheckResult = 'ready' | 'refused' | 'late'

type Target = {
  failures: number
  /** Failures in a row of which none was merely late. */
  refusals: number
}

/**
 * Checks readiness as our load balancers do, and counts the moments at which one of them would have no process to send
 * requests to.
 */
export function watchRotation(processes: readonly ReadyProcess[]) {
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  const targets = balancers.map(() => processes.map((): Target => ({ failures: 0, refusals: 0 })))
  const checks = { ready: 0, refused: 0, late: 0 }
  let emptyMoments = 0
  let refusedMoments = 0

  async function watch(balancer: (typeof balancers)[number], target: Target, process: ReadyProcess) {
    const { everyMs, afterFailureMs, timeoutMs } = balancer
    while (!ending.signal.aborted) {
      const result = await checkReadiness(process.message()?.listening, timeoutMs)
      checks[result]++
      target.failures = result === 'ready' ? 0 : target.failures + 1
      target.refusals = result === 'refused' ? target.refusals + 1 : 0
      await pause(result === 'ready' ? everyMs : afterFailureMs)
    }
  }

  async function sample() {
    while (!ending.signal.aborted) {
      for (const [n, { fall }] of balancers.entries()) {
        if (targets[n]?.every(({ failures }) => failures >= fall)) emptyMoments++
        if (targets[n]?.every(({ refusals }) => refusals >= fall)) refusedMoments++
      }
      await pause(sampleMs)
    }
  }

  const running = Promise.all([
    sample(),
    ...balancers.flatMap((balancer, n) =>
      processes.map((process, index) => watch(balancer, targets[n]?.[index] as Target, process)),
    ),
  ])
  return {
    read: () => ({ checks: { ...checks }, emptyMoments, refusedMoments }),
    async stop() {
      ending.abort()
      await running
    },
  }
}

async function checkReadiness(address: string | undefined, timeoutMs: number): Promise<CheckResult> {
  if (!address) return 'refused'
  try {
    const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    await reply.arrayBuffer()
    return reply.status === 200 ? 'ready' : 'refused'
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'late' : 'refused'
  }
}
