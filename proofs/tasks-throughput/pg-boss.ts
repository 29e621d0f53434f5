import { PgBoss } from 'pg-boss'
import { inputOf, openPoster } from './post.ts'
import { commitOne, connectPipelined, runQuery } from './transaction.ts'
import { runContenderProgram } from './two-processes.ts'

const queue = 'deliver'

async function openBoss(databaseUrl: string) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schedule: false,
    supervise: false,
    max: 10,
  })
  boss.on('error', (error) => {
    throw error
  })
  await boss.start()
  return boss
}

await runContenderProgram({
  async prepare({ databaseUrl }) {
    const boss = await openBoss(databaseUrl)
    await boss.createQueue(queue)
    await boss.stop()
  },

  async openProducer({ databaseUrl, producers }) {
    const boss = await openBoss(databaseUrl)
    const lanes = await Promise.all(
      Array.from({ length: producers }, async () => {
        const client = await connectPipelined(databaseUrl)
        // pg-boss passes its statement to the caller's transaction. The statement is always the same, so it can be
        // prepared.
        const executeSql = (text: string, values: unknown[] = []) =>
          commitOne(client, text, values, 'schedule')
        return { db: { executeSql } }
      }),
    )
    return { schedule: (producer, number) => boss.send(queue, inputOf(number), { ...lanes[producer] }) }
  },

  async openExecutor({ databaseUrl, receiverUrl, executors }) {
    const { post } = openPoster(receiverUrl, executors)
    const boss = await openBoss(databaseUrl)
    let executed = 0
    // Large batches are fetched concurrently, the next one immediately after a full one; otherwise with the shortest
    // polling interval.
    const options = {
      batchSize: 100,
      localConcurrency: 4,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
    }
    await boss.work(queue, options, async (jobs) => {
      await Promise.all(jobs.map(({ data }) => post(JSON.stringify(data))))
      executed += jobs.length
    })
    const counter = await connectPipelined(databaseUrl)
    return {
      executed: () => executed,
      countEnded: async () => {
        const counting = `select count(*)::integer as count from pgboss.job where state = 'completed'`
        return (await runQuery(counter, counting)).rows[0].count
      },
    }
  },
})
