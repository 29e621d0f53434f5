import { Logger, run, runMigrations } from 'graphile-worker'
import { inputOf, openPoster } from './post.ts'
import { ask, commitOne, connectPipelined } from './transaction.ts'
import { race } from './two-processes.ts'

// It writes a line about every job, which is not what is measured here.
const logger = new Logger(() => () => {})

await race({
  async prepare({ databaseUrl }) {
    await runMigrations({ connectionString: databaseUrl, logger })
  },

  async openProducer({ databaseUrl, producers }) {
    const clients = await Promise.all(Array.from({ length: producers }, () => connectPipelined(databaseUrl)))
    const adding = `select graphile_worker.add_job('deliver', $1::json)`
    return {
      schedule: (producer, number) =>
        commitOne(clients[producer] as never, adding, [JSON.stringify(inputOf(number))], 'schedule'),
    }
  },

  async openExecutor({ databaseUrl, receiverUrl, executors }) {
    const { post } = openPoster(receiverUrl, executors)
    let executed = 0
    await run({
      preset: {
        worker: {
          // Set for throughput: a local queue and ends that travel together. Not every combination was tried.
          connectionString: databaseUrl,
          concurrentJobs: executors,
          maxPoolSize: 10,
          pollInterval: 100,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      logger,
      parsedCronItems: [],
      noHandleSignals: true,
      taskList: {
        deliver: async (payload) => {
          await post(JSON.stringify(payload))
          executed++
        },
      },
    })
    const counter = await connectPipelined(databaseUrl)
    return {
      executed: () => executed,
      // It keeps no record of an end: what has ended is gone.
      countEnded: async (scheduled) => {
        const counting = 'select count(*)::integer as count from graphile_worker._private_jobs'
        return scheduled - (await ask(counter, counting)).rows[0].count
      },
    }
  },
})
