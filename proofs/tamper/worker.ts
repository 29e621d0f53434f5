import { parentPort, workerData } from 'node:worker_threads'
import { readDocument } from '../../server/src/extraction/read.ts'
import { checkAlteration } from './alteration-jobs.ts'
import { checkClean } from './clean.ts'
import { openDocumentMaker } from './document-maker.ts'
import { checkInjections } from './injections.ts'
import type { TamperJob } from './jobs.ts'
import { checkTwin } from './twins.ts'

const maker = openDocumentMaker(workerData.seed)

parentPort?.on('message', async (job: TamperJob | null) => {
  if (job === null) {
    await maker.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(await runJob(job))
})
parentPort?.postMessage('ready')

function runJob(job: TamperJob) {
  switch (job.is) {
    case 'twin':
      return checkTwin(job, maker, readDocument)
    case 'clean':
      return checkClean(job, maker, readDocument)
    case 'injection':
      return checkInjections(job, maker, readDocument)
    case 'alteration':
      return checkAlteration(job, maker, readDocument)
  }
}
