import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { PageQuery, PathId } from '../../platform/http/wire.ts'
import { MatchPage } from './schemas.ts'
import { listMatchPage } from './service.ts'

export async function matchRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/users/:user_id/matches',
    config: { caller: 'client' },
    schema: {
      operationId: 'listMatches',
      summary: 'List which pay of a user is borne out by another source, the newest pay date first',
      description:
        'Each payslip, fetched or uploaded, against the credits of uploaded bank statements: the same net pay, to the ' +
        'penny, within three days of the pay date. A credit bears out one payment. And each employer in each year of the ' +
        'tax authority against the payslips of that year: taxable pay and tax, to the pound.',
      tags: ['Matches'],
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject(PageQuery({ first: 1, max: 100, usual: 20 })),
      response: { 200: MatchPage },
    },
    handler: ({ tenant, params: { user_id }, query }) => listMatchPage(tenant, { ...query, user_id }),
  })
}
