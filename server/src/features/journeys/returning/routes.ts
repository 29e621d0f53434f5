import { z } from 'zod'
import { publicAccess, userAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { MessageReply, PathId } from '../../../platform/http/wire.ts'
import { JourneySession } from '../schemas.ts'
import type { SessionDeps } from '../sessions.ts'
import { confirmPerson } from './confirmations.ts'
import { maxCodesPerDay, redeemReturnCode, requestReturnCode } from './return-codes.ts'
import { Confirmation, NewConfirmation, NewReturnCode, ReturnCode } from './schemas.ts'

const tags = ['Journeys']
const params = z.object({ journey_id: PathId('Journey') })

/** Routes for people who come back: a one-time code by email or text message, and the question on other devices. */
export async function returningRoutes(server: Server, deps: SessionDeps & { sendsTexts: boolean }) {
  server.route({
    method: 'POST',
    url: '/journeys/:journey_id/return-codes',
    config: { access: publicAccess },
    schema: {
      operationId: 'createReturnCode',
      summary: 'Send a one-time code to the person of a journey',
      description:
        'For people whose link has expired. The code goes to the email or phone of the user, is valid for 10 minutes and works once; ' +
        `a user gets at most ${maxCodesPerDay} in 24 hours. The reply is always the same, and reveals neither whether the ` +
        'journey exists nor whether a code was sent.',
      tags,
      params,
      body: NewReturnCode,
      response: { 202: MessageReply },
    },
    async handler({ id, params, body }) {
      await requestReturnCode(deps, { journeyId: params.journey_id, requestId: id }, body)
      return { message: 'If there is an address or number for this journey, a code is on its way' }
    },
  })

  server.route({
    method: 'POST',
    url: '/journeys/:journey_id/returns',
    config: { access: publicAccess },
    schema: {
      operationId: 'returnToJourney',
      summary: 'Exchange a one-time code for a user token',
      description:
        'Opens a new journey of the same person for a day. A code can be tried five times. The person has shown who they ' +
        'are, so the device may show, export and delete their data.',
      tags,
      params,
      body: ReturnCode,
      response: { 201: JourneySession },
      errors: [403],
    },
    handler: ({ id, params, body }) =>
      redeemReturnCode(deps, { journeyId: params.journey_id, requestId: id }, body),
  })

  server.route({
    method: 'POST',
    url: '/journeys/current/confirmations',
    config: { access: userAccess },
    schema: {
      operationId: 'confirmJourneyPerson',
      summary: 'Confirm the person on a device that did not share the data',
      description:
        'Compares the answer with the registration. After five wrong answers, for one link on all devices together, only a ' +
        'one-time code helps.',
      tags,
      body: NewConfirmation,
      response: { 201: Confirmation },
    },
    handler(request) {
      const { tenant, caller, body } = request
      request.subjectUserId = caller.id
      return confirmPerson(tenant, caller, body)
    },
  })
}
