import { accountStates } from './account-states.ts'
import { accounts } from './accounts.ts'
import { activityRows } from './activity.ts'
import { apiKeys } from './api-keys.ts'
import { auditLog } from './audit-log.ts'
import { authorisations } from './authorisations.ts'
import { bankStatements } from './bank-statements.ts'
import { configuration } from './configuration.ts'
import { directConnections } from './direct-connections.ts'
import { documents } from './documents.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { expenditure } from './expenditure.ts'
import { journeys } from './journeys.ts'
import { members } from './members.ts'
import { ownPage } from './own-page.ts'
import { payroll } from './payroll.ts'
import { providers } from './providers.ts'
import type { ContractRow } from './row.ts'
import { sandbox } from './sandbox.ts'
import { secondFactors } from './second-factors.ts'
import { taxIncome } from './tax-income.ts'
import { userTokens } from './user-tokens.ts'
import { users } from './users.ts'
import { deliveries } from './webhook-deliveries.ts'
import { webhooks } from './webhooks.ts'

/** The client's own data: members, keys, configuration, users and authorisations. */
export const clientRows: ContractRow[] = [
  everyEndpoint,
  members,
  apiKeys,
  configuration,
  users,
  activityRows,
  auditLog,
  userTokens,
  authorisations,
].flat()

/** Sources of income data: providers, accounts and payroll. */
export const sourceRows: ContractRow[] = [
  providers,
  accounts,
  secondFactors,
  accountStates,
  directConnections,
  payroll,
].flat()

/** Documents, tax years, estimates, journeys and webhooks. */
export const documentAndEventRows: ContractRow[] = [
  documents,
  bankStatements,
  taxIncome,
  expenditure,
  journeys,
  ownPage,
  webhooks,
  deliveries,
  sandbox,
].flat()

/** The whole contract table. `pending` marks what is promised but not built yet. */
export const rows: ContractRow[] = [...clientRows, ...sourceRows, ...documentAndEventRows]

export const nameOf = ({ area, endpoint, expects, says }: ContractRow) =>
  `${area}: ${endpoint} → ${expects.status} ${says}`
