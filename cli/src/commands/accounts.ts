import type { ConnectedAccount } from '@payproof/sdk'
import { type CommandResult, command } from '../command.ts'
import { CliError } from '../fault.ts'
import { dayOf, minuteOf, tableOf } from '../text.ts'
import { facts, listed, listing, makeSure, message, sure } from './shared.ts'

export const accounts = [
  command({
    name: 'accounts list',
    does: 'lists the accounts of a user, the newest first',
    takes: ['USER_ID'],
    options: listing,
    async run({ args, options }, program) {
      const { accounts: api } = await program.client()
      return listed(options.limit, program, (query) => api.list({ user_id: args.USER_ID, ...query }), {
        ACCOUNT: ({ account_id }) => account_id,
        PROVIDER: ({ payroll_provider }) => payroll_provider,
        STATUS: ({ status }) => status,
        CREATED: ({ created_at }) => minuteOf(created_at),
        'LAST PAID': ({ latest_pay_date }) => dayOf(latest_pay_date),
      })
    },
  }),
  command({
    name: 'accounts get',
    does: 'shows an account',
    takes: ['ACCOUNT_ID'],
    run: async ({ args }, { client }) => facts(await (await client()).accounts.get(args.ACCOUNT_ID)),
  }),
  command({
    name: 'accounts history',
    does: 'lists every move of an account with its reason, the newest first',
    takes: ['ACCOUNT_ID'],
    options: listing,
    async run({ args, options }, program) {
      const { accounts: api } = await program.client()
      return listed(options.limit, program, (query) => api.getHistory(args.ACCOUNT_ID, query), {
        AT: ({ at }) => minuteOf(at),
        FROM: ({ from_status }) => from_status,
        TO: ({ status }) => status,
        REASON: ({ reason }) => reason,
      })
    },
  }),
  command({
    name: 'accounts providers',
    does: 'lists the payroll providers that can be connected',
    async run(_asked, { client }) {
      const { providers } = await (await client()).providers.list()
      const text = tableOf(providers, {
        PROVIDER: ({ id }) => id,
        NAME: ({ name }) => name,
        'ALSO ASKS FOR': ({ extra_login_params }) => extra_login_params.map(({ key }) => key).join(', '),
      })
      return { json: providers, text }
    },
  }),
  command({
    name: 'accounts connect',
    does: 'connects a user to a payroll provider; the password is asked for, never an option',
    takes: ['USER_ID'],
    options: {
      provider: { kind: 'text', value: 'ID', does: 'one of accounts providers', isRequired: true },
      'user-name': {
        kind: 'text',
        does: 'with which the person signs in there; left out where they sign in at the provider',
      },
      extra: { kind: 'texts', value: 'KEY=VALUE', does: 'what the provider asks for besides' },
    },
    async run({ args, options }, { client, ask }) {
      const user_name = options['user-name']
      const extra_login_params = Object.fromEntries(options.extra.map(pairOf))
      const login = user_name && {
        user_name,
        password: await ask('Password at the provider', { isHidden: true }),
      }
      const account = await (await client()).accounts.create({
        user_id: args.USER_ID,
        payroll_provider: options.provider,
        ...(login || {}),
        ...(options.extra.length > 0 && { extra_login_params }),
      })
      return connected(account)
    },
  }),
  command({
    name: 'accounts answer',
    does: 'answers the second factor of a provider; the answer is asked for',
    takes: ['ACCOUNT_ID'],
    async run({ args }, { client, ask }) {
      const mfa = (await ask('Answer')).trim()
      return facts(await (await client()).accounts.answerMfa(args.ACCOUNT_ID, { mfa }))
    },
  }),
  command({
    name: 'accounts delete',
    does: 'deletes an account with everything that came through it',
    takes: ['ACCOUNT_ID'],
    options: sure,
    async run({ args, options }, program) {
      await makeSure(program, options.yes, `${args.ACCOUNT_ID} and what came through it will be deleted.`)
      return message(await (await program.client()).accounts.delete(args.ACCOUNT_ID))
    },
  }),
]

function connected(account: ConnectedAccount): CommandResult {
  const { text } = facts(account)
  const next =
    account.mfa_method && `\n\nA second factor is asked for: payproof accounts answer ${account.account_id}`
  return { json: account, text: text + (next ?? '') }
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new CliError('usage', '--extra is KEY=VALUE')
  return [text.slice(0, at), text.slice(at + 1)]
}
