import { accountStates } from './account-states.ts'
import { accounts } from './accounts.ts'
import { activityRows } from './activity.ts'
import { apiKeys } from './api-keys.ts'
import { auditLog } from './audit-log.ts'
import { authorisations } from './authorisations.ts'
import { bankStatements } from './bank-statements.ts'
import { bodyRows } from './bodies.ts'
import { configuration } from './configuration.ts'
import { credentialRows } from './credentials.ts'
import { dataPage } from './data-page.ts'
import { directConnections } from './direct-connections.ts'
import { documents } from './documents.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { expenditure } from './expenditure.ts'
import { idempotencyRows } from './idempotency.ts'
import { income } from './income.ts'
import { journeys } from './journeys.ts'
import { listRows } from './lists.ts'
import { members } from './members.ts'
import { passkeys } from './passkeys.ts'
import { payroll } from './payroll.ts'
import { presignedUploadRows } from './presigned-uploads.ts'
import { providers } from './providers.ts'
import { reports } from './reports.ts'
import { requestLog } from './request-log.ts'
import { reviews } from './reviews.ts'
import type { ContractRow } from './row.ts'
import { sandbox } from './sandbox.ts'
import { secondFactors } from './second-factors.ts'
import { singleSignOn } from './single-sign-on.ts'
import { taxIncome } from './tax-income.ts'
import { userTokens } from './user-tokens.ts'
import { users } from './users.ts'
import { deliveries } from './webhook-deliveries.ts'
import { webhooks } from './webhooks.ts'

/** Rows about the client's own data: members, keys, configuration, users and authorisations. */
export const clientRows: ContractRow[] = [
  everyEndpoint,
  members,
  singleSignOn,
  passkeys,
  apiKeys,
  configuration,
  users,
  activityRows,
  auditLog,
  userTokens,
  authorisations,
].flat()

/** Rows about sources of income data: providers, accounts and payroll. */
export const sourceRows: ContractRow[] = [
  providers,
  accounts,
  secondFactors,
  accountStates,
  directConnections,
  payroll,
].flat()

/** Rows about documents, tax years, estimates, journeys and webhooks. */
export const documentAndEventRows: ContractRow[] = [
  documents,
  bankStatements,
  taxIncome,
  expenditure,
  income,
  reports,
  requestLog,
  reviews,
  journeys,
  dataPage,
  webhooks,
  deliveries,
  sandbox,
].flat()

/** The same rules on every operation of openapi.json. */
export const variantRows: ContractRow[] = [
  credentialRows,
  bodyRows,
  idempotencyRows,
  presignedUploadRows,
].flat()

/**
 * Contract rows that test every list and every GET operation in openapi.json, on enough data to fill several pages.
 */
export { listRows }

/** The written contract table, without `variantRows`. `pending` marks rows whose behaviour is not implemented yet. */
export const rows: ContractRow[] = [...clientRows, ...sourceRows, ...documentAndEventRows]

export const nameOf = ({ area, endpoint, expects, title }: ContractRow) =>
  `${area}: ${endpoint} → ${expects.status} ${title}`
