import type { Server } from '../../platform/http/server.ts'
import { MessageReply } from '../../platform/http/wire.ts'
import { ownAccountAccess, ownAccountRequest } from './own-account.ts'
import { changeOwnPassword } from './own-password.ts'
import { PasswordChange } from './schemas.ts'
import type { SignInDeps } from './sign-in.ts'

const tags = ['Members']

export async function ownAccountRoutes(server: Server, deps: SignInDeps) {
  server.route({
    method: 'POST',
    url: '/members/password',
    config: { access: ownAccountAccess, beforePasswordChange: true },
    schema: {
      operationId: 'changePassword',
      summary: 'Change your own password',
      description:
        'Needs the current password. Ends your other sessions. Wrong passwords count towards the limits of the sign-in.',
      tags,
      body: PasswordChange,
      response: { 200: MessageReply },
    },
    async handler(request) {
      await changeOwnPassword(deps, ownAccountRequest(request), request.body)
      return { message: 'The password was changed' }
    },
  })
}
