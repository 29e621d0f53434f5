import type { CliCommand } from '../command.ts'
import { accounts } from './accounts.ts'
import { completion } from './completion.ts'
import { documents } from './documents.ts'
import { journeys } from './journeys.ts'
import { payroll } from './payroll.ts'
import { session } from './session.ts'
import { tasks } from './tasks.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** All commands. Parsing, help and completion are derived from this list. */
export const commands: readonly CliCommand[] = [
  ...session,
  ...users,
  ...accounts,
  ...payroll,
  ...documents,
  ...webhooks,
  ...journeys,
  ...tasks,
  ...completion,
]
