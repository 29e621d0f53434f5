import { Worker } from 'node:worker_threads'
import type { Job, Outcome } from './jobs.ts'

const threads = 2

/** Does jobs on two threads, each of which makes papers and reads them as the service's children do. */
export async function doAll<J extends Job>(jobs: J[], options: { seed: string }): Promise<Outcome<J>[]> {
  const done: Outcome<J>[] = []
  let next = 0
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options })
      worker.on('message', (outcome: Outcome<J> | 'ready') => {
        if (outcome !== 'ready') done.push(outcome)
        worker.postMessage(jobs[next++] ?? null)
      })
      worker.once('error', reject)
      worker.once('exit', () => resolve())
    })
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work))
  return done
}
