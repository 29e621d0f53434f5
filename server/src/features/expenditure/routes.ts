import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { PathId } from '../../platform/http/wire.ts'
import { Expenditures, ExpenditureWorking, ModelQuery } from './schemas.ts'
import { absence, workOut } from './service.ts'
import { presentMonth, presentWorking } from './present-working.ts'

const config = { caller: 'client' } as const
const shared = {
  tags: ['Expenditure'],
  params: z.object({ user_id: PathId('User', absence) }),
  querystring: ModelQuery,
}

export async function expenditureRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/expenditure/:user_id/ons',
    config,
    schema: {
      operationId: 'getOnsExpenditure',
      summary: 'Estimate what a user’s household spends, month by month, the newest first',
      description:
        'From the net pay of stored payslips and official statistics. A month is left out when its net pay is zero or ' +
        'negative, or when none of its postcodes lies in England, Wales, Scotland or Northern Ireland. 404 names every ' +
        'input that is missing or wrong.',
      ...shared,
      response: { 200: Expenditures },
    },
    handler: async ({ tenant, params, query }) => {
      const { months } = await workOut(tenant, { ...params, ...query })
      return { expenditures: months.flatMap(presentMonth) }
    },
  })

  server.route({
    method: 'GET',
    url: '/expenditure/:user_id/ons/working',
    config,
    schema: {
      operationId: 'getOnsExpenditureWorking',
      summary: 'Show how the estimates of a user come about, with every number used',
      description:
        'Also the months that are left out, and payslips that were not used, each with its reason. The same `model` gives ' +
        'the same figures for the same payslips for ever.',
      ...shared,
      response: { 200: ExpenditureWorking },
    },
    handler: async ({ tenant, params, query }) =>
      presentWorking(await workOut(tenant, { ...params, ...query })),
  })
}
