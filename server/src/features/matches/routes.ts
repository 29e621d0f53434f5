import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { PageQuery, PathId } from '../../platform/http/wire.ts'
import { MatchPage } from './schemas.ts'
import { listMatchPage } from './service.ts'

export async function matchRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/users/:user_id/matches',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listMatches',
      summary: 'List matches between payslips, bank credits and tax years, newest pay date first',
      description:
        'Each payslip, retrieved or uploaded, is compared with the credits of uploaded bank statements: the same net pay ' +
        'to the penny, within three days of the pay date. A credit matches one payment only. Each employer in each year of ' +
        'the tax authority is compared with the payslips of that year: taxable pay and tax, to the pound.',
      tags: ['Matches'],
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: MatchPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listMatchPage(tenant, { ...query, user_id }),
  })
}
