import { defineTask, type Ending } from '../../platform/tasks/task.ts'
import { ReadInput, type ReadingTools, readSubmitted } from '../documents/extract-submitted.ts'
import { storeStatements } from './store-statements.ts'

/** Reads submitted files as bank statements. */
export const read = defineTask({
  kind: 'bank-statements.read',
  lane: 'extract',
  input: ReadInput,
  timeoutMs: 300_000,
  run: (job, tools: ReadingTools): Promise<Ending> =>
    readSubmitted(job, tools, {
      type: 'bank_statement',
      refuse: ({ kind, submission }) =>
        kind === 'bank_statement' && submission !== null ? undefined : 'not-a-bank-statement',
      known: async () => new Set(),
      store: async (tx, { user_id, authorisation_id }, kept) => ({
        submissions: (await storeStatements(tx, { user_id, authorisation_id }, kept)).join(' '),
      }),
      again: (tx, input): Promise<string> => read.schedule(tx, input, { userId: input.user_id }),
    }),
})
