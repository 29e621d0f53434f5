import { z } from 'zod'
import { filePolicy } from '../../platform/http/response-headers.ts'
import type { Server } from '../../platform/http/server.ts'
import { FileReply, MessageReply, PathId } from '../../platform/http/wire.ts'
import { SummaryOptions } from '../income/schemas.ts'
import { createLink, listLinkPage, revokeLink } from './links.ts'
import {
  CreatedReportLink,
  LinkPageQuery,
  maxOpenLinks,
  NewReportLink,
  ReportLinkPage,
  SignedReport,
} from './schemas.ts'
import { createPdf, createReport, type ReportDeps } from './service.ts'

const tags = ['Reports']
const reading = {
  access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
} as const
const sharing = {
  access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
} as const
const params = z.object({ user_id: PathId('User') })
const linkParams = z.object({ user_id: PathId('User'), link_id: PathId('Report link') })

export async function reportRoutes(server: Server, deps: ReportDeps) {
  server.route({
    method: 'GET',
    url: '/users/:user_id/report',
    config: reading,
    schema: {
      operationId: 'getReport',
      summary: 'Create a signed income report of a user',
      description:
        'The income summary with findings, the working and all sources, signed. Anyone with the report can verify it ' +
        'offline with the published keys: `payproof verify-report`. Every call creates a new ' +
        'report from the data as it is now. The report is not stored.',
      tags,
      params,
      querystring: SummaryOptions,
      response: { 200: SignedReport },
    },
    async handler({ tenant, params: { user_id }, query }) {
      const { report, jws } = await createReport(tenant, deps, { user_id, ...query })
      return { report, jws } as unknown as z.output<typeof SignedReport>
    },
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/report/file',
    config: reading,
    schema: {
      operationId: 'getReportFile',
      summary: 'Create a signed income report of a user as a PDF',
      description:
        'The same report as a PDF: the decision page first, then every figure with its source. The signed report is attached ' +
        'as report.jws. The last line of the file is a signature over all other bytes.',
      tags,
      params,
      querystring: SummaryOptions,
      response: { 200: FileReply('application/pdf') },
    },
    async handler({ tenant, params: { user_id }, query }, reply) {
      const created = await createReport(tenant, deps, { user_id, ...query })
      const pdf = await createPdf(deps, created)
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="income-report-${created.report.report_id}.pdf"`,
        'content-security-policy': filePolicy,
      })
      return pdf
    },
  })

  server.route({
    method: 'POST',
    url: '/users/:user_id/report/links',
    config: sharing,
    schema: {
      operationId: 'createReportLink',
      summary: 'Create a link to an income report that expires',
      description:
        'Anyone with the URL can open the PDF of the report, as it is now, until the link expires or is revoked. Every opening ' +
        `is in the audit log. A user has at most ${maxOpenLinks} open links.`,
      tags,
      params,
      body: NewReportLink,
      response: { 201: CreatedReportLink },
    },
    handler: ({ tenant, caller, params: { user_id }, body: { expires_in_days } }) =>
      createLink(tenant, deps, caller, { user_id, expires_in_days }),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/report/links',
    config: reading,
    schema: {
      operationId: 'listReportLinks',
      summary: 'List links to income reports of a user, newest first',
      description:
        'With status and openings, without URLs. Links are listed until 30 days after they expire.',
      tags,
      params,
      querystring: LinkPageQuery,
      response: { 200: ReportLinkPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listLinkPage(tenant, { user_id, ...query }),
  })

  server.route({
    method: 'DELETE',
    url: '/users/:user_id/report/links/:link_id',
    config: sharing,
    schema: {
      operationId: 'revokeReportLink',
      summary: 'Revoke a link to an income report',
      description: 'The link answers 410 from now on, and its copy of the report is deleted.',
      tags,
      params: linkParams,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: key }) {
      await revokeLink(tenant, key)
      return { message: `Report link [${key.link_id}] was revoked` }
    },
  })
}
