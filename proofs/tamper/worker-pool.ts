import { Worker } from 'node:worker_threads'
import type { TamperJob, TamperJobResult } from './jobs.ts'

const threads = 2

/** Runs jobs on two threads, which generate documents and read them as the service's reader processes do. */
export async function runJobs<J extends TamperJob>(
  jobs: J[],
  options: { seed: string },
): Promise<TamperJobResult<J>[]> {
  const results: TamperJobResult<J>[] = []
  let next = 0
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options })
      worker.on('message', (result: TamperJobResult<J> | 'ready') => {
        if (result !== 'ready') results.push(result)
        worker.postMessage(jobs[next++] ?? null)
      })
      worker.once('error', reject)
      worker.once('exit', () => resolve())
    })
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work))
  return results
}
