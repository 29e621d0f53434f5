import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { PathId } from '../../platform/http/wire.ts'
import { presentMonth, presentWorking } from './present-working.ts'
import { Expenditures, ExpenditureWorking, ModelQuery } from './schemas.ts'
import { absenceText, estimateExpenditure } from './service.ts'

const shared = {
  tags: ['Expenditure'],
  params: z.object({ user_id: PathId('User', absenceText) }),
  querystring: ModelQuery,
}

export async function expenditureRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/expenditure/:user_id/ons',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getOnsExpenditure',
      summary: 'Estimate monthly household spending of a user, newest first',
      description:
        'Based on the net pay of stored payslips and official statistics. A month is left out if its net pay is zero or ' +
        'negative, or if none of its postcodes is in England, Wales, Scotland or Northern Ireland. 404 lists every ' +
        'input that is missing or invalid.',
      ...shared,
      response: { 200: Expenditures },
    },
    handler: async ({ tenant, params, query }) => {
      const { months } = await estimateExpenditure(tenant, { ...params, ...query })
      return { expenditures: months.flatMap(presentMonth) }
    },
  })

  server.route({
    method: 'GET',
    url: '/expenditure/:user_id/ons/working',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getOnsExpenditureWorking',
      summary: 'Get the full calculation of a user’s spending estimates',
      description:
        'Includes the months left out and the payslips not used, each with its reason. A `model` never changes: it always ' +
        'gives the same figures for the same payslips.',
      ...shared,
      response: { 200: ExpenditureWorking },
    },
    handler: async ({ tenant, params, query }) =>
      presentWorking(await estimateExpenditure(tenant, { ...params, ...query })),
  })
}
