import { Logger, run, runMigrations } from 'graphile-worker'
import { inputOf, openPoster } from './post.ts'
import { commitOne, connectPipelined, runQuery } from './transaction.ts'
import { runContenderProgram } from './two-processes.ts'

// graphile-worker logs every job, which should not be measured.
const logger = new Logger(() => () => {})

await runContenderProgram({
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
          // These settings are tuned for throughput: a local queue and batched completions. Not every combination was
          // tried.
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
      // graphile-worker deletes finished jobs.
      countEnded: async (scheduled) => {
        const counting = 'select count(*)::integer as count from graphile_worker._private_jobs'
        return scheduled - (await runQuery(counter, counting)).rows[0].count
      },
    }
  },
})
