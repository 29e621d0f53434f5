import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PathId } from '../../platform/http/wire.ts'
import { ownAccountAccess, ownAccountRequest } from './own-account.ts'
import { changeOwnPassword } from './own-password.ts'
import {
  PasswordChange,
  RecoveryCodes,
  Totp,
  TotpConfirmation,
  TotpRemoval,
  TotpSecret,
  TotpSetup,
} from './schemas.ts'
import type { SignInDeps } from './sign-in.ts'
import { confirmTotpSetup, readTotp, removeMemberTotp, removeOwnTotp, startTotpSetup } from './totp.ts'

const tags = ['Members']

export async function ownAccountRoutes(server: Server, deps: SignInDeps) {
  server.route({
    method: 'POST',
    url: '/members/password',
    config: { access: ownAccountAccess, beforePasswordChange: true, needsRecentAuthentication: true },
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

  server.route({
    method: 'GET',
    url: '/members/totp',
    config: { access: ownAccountAccess, beforeFactorSetup: true },
    schema: {
      operationId: 'getTotp',
      summary: 'Get the state of your authenticator app',
      tags,
      response: { 200: Totp },
    },
    handler: (request) => readTotp(ownAccountRequest(request)),
  })

  server.route({
    method: 'POST',
    url: '/members/totp',
    config: {
      access: ownAccountAccess,
      beforeFactorSetup: true,
      secretReply: 'fresh',
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'startTotpSetup',
      summary: 'Create the secret of an authenticator app',
      description:
        'Needs the current password. The app takes effect once you confirm it with a code, within 15 minutes.',
      tags,
      body: TotpSetup,
      response: { 201: TotpSecret },
    },
    handler: (request) => startTotpSetup(deps, ownAccountRequest(request), request.body),
  })

  server.route({
    method: 'POST',
    url: '/members/totp/confirm',
    config: { access: ownAccountAccess, beforeFactorSetup: true, secretReply: 'fresh' },
    schema: {
      operationId: 'confirmTotpSetup',
      summary: 'Confirm your authenticator app with a code',
      description:
        'From now on, each sign-in needs a code of the app. Returns ten recovery codes, which are shown only once. Each replaces one code of the app.',
      tags,
      body: TotpConfirmation,
      response: { 201: RecoveryCodes },
      errors: [404],
    },
    handler: (request) => confirmTotpSetup(deps, ownAccountRequest(request), request.body),
  })

  server.route({
    method: 'POST',
    url: '/members/totp/removals',
    config: { access: ownAccountAccess },
    schema: {
      operationId: 'removeTotp',
      summary: 'Remove your authenticator app',
      description: 'Needs the current password and a code of the app, or a recovery code.',
      tags,
      body: TotpRemoval,
      response: { 201: MessageReply },
      errors: [404],
    },
    async handler(request) {
      await removeOwnTotp(deps, ownAccountRequest(request), request.body)
      return { message: 'The authenticator app was removed' }
    },
  })

  server.route({
    method: 'DELETE',
    url: '/members/:id/totp',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'deleteMemberTotp',
      summary: 'Remove the authenticator app of another member',
      description: 'For a member who has lost it. We notify the member by e-mail.',
      tags,
      params: z.object({ id: PathId('Member') }),
      response: { 200: MessageReply },
    },
    async handler({ tenant, caller, params: { id } }) {
      await removeMemberTotp(tenant, deps, caller, id)
      return { message: `The authenticator app of member [${id}] was removed` }
    },
  })
}
