import { hash, randomUUID } from 'node:crypto'
import { audit, type Tenancy, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { forbidden, notFound } from '../../platform/problem.ts'
import { makeCode } from '../../platform/secrets/codes.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { readConfiguration } from '../configuration/service.ts'
import { openUser, requireUser } from '../users/service.ts'
import {
  countOpening,
  countOpenLinks,
  deleteOldLinks,
  findLinkByCode,
  insertLink,
  listLinkRows,
  lockUserLinks,
  type ReportLinkRow,
  revokeLinkRow,
} from './queries.ts'
import { maxOpenLinks, type ReportContent } from './schemas.ts'
import { createReport, type ReportDeps } from './service.ts'

// Links that open one report without a credential. The code in the URL is stored as a hash only.

const dayMs = 24 * 3_600_000
/** How long an expired link answers 410 instead of 404. */
const expiredLinkDays = 30

export const sharedReportPath = '/shared-reports/'

/** Creates a link to a report of the user's income as it is now. Later data does not change what the link shows. */
export async function createLink(
  tenant: Tenant,
  deps: ReportDeps,
  caller: Caller,
  { user_id, expires_in_days }: { user_id: string; expires_in_days: number },
) {
  const { report, jws } = await createReport(tenant, deps, { user_id })
  return tenant.transaction(async (tx) => {
    await lockUserLinks(tx, user_id)
    const { key } = await openUser(tx, user_id)
    if ((await countOpenLinks(tx, user_id)) >= maxOpenLinks)
      throw forbidden('too-many-links', `User [${user_id}] has ${maxOpenLinks} open report links; revoke one`)
    const id = randomUUID()
    const code = makeCode(tx)
    const created_at = new Date()
    const link = {
      id,
      report_id: report.report_id,
      created_at,
      expires_at: new Date(created_at.getTime() + expires_in_days * dayMs),
    }
    await insertLink(tx, {
      ...link,
      user_id,
      code_hash: hashCode(code),
      actor_kind: caller.kind === 'member' ? 'member' : 'api_key',
      actor_id: caller.id,
      sealed: seal(key, sealContext(id), jws),
    })
    audit(tx, 'report.link_created', id)
    const { report_id, expires_at } = link
    return { link_id: id, report_id, created_at, expires_at, url: deps.baseUrl + sharedReportPath + code }
  })
}

export function listLinkPage(
  tenant: Tenant,
  { user_id, offset, limit }: { user_id: string; offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    audit(tx, 'report.links_listed', user_id)
    const { total, rows } = await listLinkRows(tx, user_id, { skip: offset - 1, limit })
    return { pagination: paginationOf({ offset, limit }, rows, total), links: rows.map(present) }
  })
}

export function revokeLink(tenant: Tenant, { user_id, link_id }: { user_id: string; link_id: string }) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, user_id)
    if (!(await revokeLinkRow(tx, user_id, link_id))) throw notFound('Report link', link_id)
    audit(tx, 'report.link_revoked', link_id)
  })
}

/** Opens the report behind a code and records that it was opened. `ended`: the link expired or was revoked. */
export async function openLink(
  { database, keyring }: { database: Tenancy; keyring: Keyring },
  requestId: string,
  code: string,
): Promise<'unknown' | 'ended' | { report: ReportContent; jws: string; logoUrl: string | null }> {
  const link = await database.system((tx) => findLinkByCode(tx, hashCode(code)))
  if (!link) return 'unknown'
  if (link.revoked_at || link.expires_at.getTime() <= Date.now()) return 'ended'
  const actor = { kind: 'public', id: link.id, requestId } as const
  const tenant = database.tenant(link.client_id, actor, await keyring.of(link.client_id))
  return tenant.transaction(async (tx) => {
    const opened = await countOpening(tx, link.id)
    if (!opened) return 'ended'
    audit(tx, 'report.opened', link.id)
    const { key } = await openUser(tx, opened.user_id)
    const jws = unseal(key, sealContext(link.id), opened.sealed).toString()
    return { report: reportIn(jws), jws, logoUrl: (await readConfiguration(tx)).client_logo }
  })
}

export const deleteExpiredReportLinks = (tx: Tx) => deleteOldLinks(tx, expiredLinkDays)

const hashCode = (code: string) => hash('sha256', code, 'buffer')

const reportIn = (jws: string): ReportContent =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()).report

function present({
  id,
  report_id,
  created_at,
  expires_at,
  revoked_at,
  opened,
  last_opened_at,
}: ReportLinkRow) {
  const isExpired = expires_at.getTime() <= Date.now()
  const status = revoked_at ? 'revoked' : isExpired ? 'expired' : 'open'
  return { link_id: id, report_id, created_at, expires_at, status, opened, last_opened_at } as const
}

const sealContext = (row: string): SealContext => ({
  table: 'report_links',
  column: 'sealed',
  row,
  version: 1,
})
