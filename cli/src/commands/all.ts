import type { CliCommand } from '../command.ts'
import { accounts } from './accounts.ts'
import { completion } from './completion.ts'
import { connector } from './connector.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { incomeData } from './income-data.ts'
import { journeys } from './journeys.ts'
import { mcp } from './mcp.ts'
import { payroll } from './payroll.ts'
import { raw } from './raw.ts'
import { sandbox } from './sandbox.ts'
import { session } from './session.ts'
import { tasks } from './tasks.ts'
import { trigger } from './trigger.ts'
import { users } from './users.ts'
import { verifyReportFile } from './verify-report.ts'
import { webhooks } from './webhooks.ts'

/** All commands. Parsing, help and completion are derived from this list. */
export const commands: readonly CliCommand[] = [
  ...session,
  ...users,
  ...accounts,
  ...payroll,
  ...incomeData,
  ...documents,
  ...verifyReportFile,
  ...webhooks,
  ...trigger,
  ...events,
  ...journeys,
  ...sandbox,
  ...connector,
  ...mcp,
  ...raw,
  ...tasks,
  ...completion,
]
