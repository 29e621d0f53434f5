import { parentPort, workerData } from 'node:worker_threads'
import { readDocument } from '../../server/src/extraction/read.ts'
import { tryClean } from './clean.ts'
import { tryInjections } from './injections.ts'
import type { Job } from './jobs.ts'
import { openMaking } from './document-maker.ts'
import { tryTrick } from './alteration-jobs.ts'
import { tryTwin } from './twins.ts'

const maker = openMaking(workerData.seed)

parentPort?.on('message', async (job: Job | null) => {
  if (job === null) {
    await maker.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(await outcomeOf(job))
})
parentPort?.postMessage('ready')

function outcomeOf(job: Job) {
  switch (job.is) {
    case 'twin':
      return tryTwin(job, maker, readDocument)
    case 'clean':
      return tryClean(job, maker, readDocument)
    case 'injection':
      return tryInjections(job, maker, readDocument)
    case 'trick':
      return tryTrick(job, maker, readDocument)
  }
}
