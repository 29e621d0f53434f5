import { defineTask, type TaskResult } from '../../platform/tasks/task.ts'
import { type ExtractionTools, extractSubmitted, ReadInput } from '../documents/extract-submitted.ts'
import { storeStatements } from './store-statements.ts'

/** Extracts bank statements from submitted files. */
export const read = defineTask({
  kind: 'bank-statements.read',
  lane: 'extract',
  input: ReadInput,
  timeoutMs: 300_000,
  run: (job, tools: ExtractionTools): Promise<TaskResult> =>
    extractSubmitted(job, tools, {
      type: 'bank_statement',
      refuse: ({ kind, submission }) => {
        if (kind === 'card_statement') return submission === null ? 'credit-card-statement' : undefined
        if (kind !== 'bank_statement') return 'not-a-bank-statement'
        return submission === null ? 'not-read' : undefined
      },
      // Without its transactions, the reader returns nothing else of a statement either.
      listMissing: () => ['transactions'],
      // Its purchases and payments are not those of a bank account, so it has no submission and counts for no income.
      keep: ({ kind }) => (kind === 'card_statement' ? 'credit-card-statement' : undefined),
      listKnown: async () => new Set(),
      store: async (tx, { user_id, authorisation_id }, documents) => ({
        submissions: await storeStatements(tx, { user_id, authorisation_id }, documents),
      }),
      reschedule: (tx, input, options): Promise<string> => read.schedule(tx, input, options),
    }),
})
