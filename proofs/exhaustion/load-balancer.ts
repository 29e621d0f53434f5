import { setTimeout as sleep } from 'node:timers/promises'

/** Health checks as in deploy/haproxy/api.cfg and deploy/kubernetes/api.yaml. */
const balancers = [
  { everyMs: 1_000, afterFailureMs: 300, timeoutMs: 1_000, fall: 2 },
  { everyMs: 3_000, afterFailureMs: 3_000, timeoutMs: 2_000, fall: 2 },
]
const sampleMs = 50

/** A supervised process; it has no address while it is starting. */
type ReadyProcess = { message(): { listening: string } | undefined }
type Target = { failures: number; isUp: boolean }

/**
 * Checks readiness as our load balancers do, and counts the moments at which one of them would have no process to send
 * requests to.
 */
export function watchRotation(processes: readonly ReadyProcess[]) {
  const ending = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  const targets = new Map<string, Target>()
  let checks = 0
  let failedChecks = 0
  let emptyMoments = 0

  async function watch(balancer: number, index: number) {
    const { everyMs, afterFailureMs, timeoutMs, fall } = balancers[balancer] as (typeof balancers)[number]
    const target: Target = { failures: 0, isUp: true }
    targets.set(`${balancer} ${index}`, target)
    while (!ending.signal.aborted) {
      const isReady = await checkReadiness(processes[index]?.message()?.listening, timeoutMs)
      checks++
      if (!isReady) failedChecks++
      target.failures = isReady ? 0 : target.failures + 1
      target.isUp = target.failures < fall
      await pause(isReady ? everyMs : afterFailureMs)
    }
  }

  async function sample() {
    while (!ending.signal.aborted) {
      for (const balancer of balancers.keys()) {
        const own = [...targets].filter(([name]) => name.startsWith(`${balancer} `))
        if (own.length > 0 && own.every(([, { isUp }]) => !isUp)) emptyMoments++
      }
      await pause(sampleMs)
    }
  }

  const running = Promise.all([
    sample(),
    ...balancers.flatMap((_, balancer) => processes.map((_, index) => watch(balancer, index))),
  ])
  return {
    read: () => ({ checks, failedChecks, emptyMoments }),
    async stop() {
      ending.abort()
      await running
    },
  }
}

async function checkReadiness(address: string | undefined, timeoutMs: number) {
  if (!address) return false
  const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  )
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status === 200
}
