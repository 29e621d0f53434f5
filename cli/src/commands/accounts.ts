import type { Account, ConnectedAccount } from '@payproof/sdk'
import { type CommandResult, command } from '../command.ts'
import { CliError } from '../fault.ts'
import { dayOf, factsOf, minuteOf, tableOf } from '../text.ts'
import { facts, listed, listing, makeSure, message, sure } from './shared.ts'

/** `retrying (provider-down)`. */
const retrievalOf = ({ state, reason }: Pick<Account['retrieval'], 'state' | 'reason'>) =>
  reason ? `${state} (${reason})` : state

export const accounts = [
  command({
    name: 'accounts list',
    does: 'list the accounts of a user, newest first',
    takes: ['USER_ID'],
    options: listing,
    async run({ args, options }, program) {
      const { accounts: api } = await program.client()
      return listed(options.limit, program, (query) => api.list({ user_id: args.USER_ID, ...query }), {
        ACCOUNT: ({ account_id }) => account_id,
        PROVIDER: ({ payroll_provider }) => payroll_provider,
        STATUS: ({ status }) => status,
        RETRIEVAL: ({ retrieval }) => retrievalOf(retrieval),
        IDENTITY: ({ identity_match }) => identity_match,
        CREATED: ({ created_at }) => minuteOf(created_at),
        'LAST PAID': ({ latest_pay_date }) => dayOf(latest_pay_date),
      })
    },
  }),
  command({
    name: 'accounts get',
    does: 'show an account',
    takes: ['ACCOUNT_ID'],
    async run({ args }, { client }) {
      const account = await (await client()).accounts.get(args.ACCOUNT_ID)
      const { retrieval, ...rest } = account
      const { state, reason, next_attempt_at, last_success_at } = retrieval
      const progress = {
        retrieval: retrievalOf({ state, reason }),
        next_attempt_at,
        last_success_at,
      }
      return { json: account, text: factsOf({ ...rest, ...progress }) }
    },
  }),
  command({
    name: 'accounts history',
    does: 'list the status changes of an account with their reasons, newest first',
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
    does: 'list the payroll providers that can be connected',
    async run(_asked, { client }) {
      const { providers } = await (await client()).providers.list()
      const text = tableOf(providers, {
        PROVIDER: ({ id }) => id,
        NAME: ({ name }) => name,
        'EXTRA FIELDS': ({ extra_login_params }) => extra_login_params.map(({ key }) => key).join(', '),
      })
      return { json: providers, text }
    },
  }),
  command({
    name: 'accounts connect',
    does: 'connect a user to a payroll provider; prompts for the password',
    takes: ['USER_ID'],
    options: {
      provider: {
        kind: 'text',
        value: 'ID',
        does: 'provider id; accounts providers lists them',
        isRequired: true,
      },
      'user-name': {
        kind: 'text',
        does: 'user name at the provider; omit it if the person signs in on the provider’s own page',
      },
      extra: { kind: 'texts', value: 'KEY=VALUE', does: 'an extra field of the provider’s login form' },
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
    does: 'answer an MFA challenge of a provider; prompts for the answer',
    takes: ['ACCOUNT_ID'],
    async run({ args }, { client, ask }) {
      const mfa = (await ask('Answer')).trim()
      return facts(await (await client()).accounts.answerMfa(args.ACCOUNT_ID, { mfa }))
    },
  }),
  command({
    name: 'accounts delete',
    does: 'delete an account and all data retrieved through it',
    takes: ['ACCOUNT_ID'],
    options: sure,
    async run({ args, options }, program) {
      await makeSure(
        program,
        options.yes,
        `This deletes account ${args.ACCOUNT_ID} and all data retrieved through it.`,
      )
      return message(await (await program.client()).accounts.delete(args.ACCOUNT_ID))
    },
  }),
]

function connected(account: ConnectedAccount): CommandResult {
  const { text } = facts(account)
  const next =
    account.mfa_method &&
    `\n\nThe provider requires a second factor. Run payproof accounts answer ${account.account_id}`
  return { json: account, text: text + (next ?? '') }
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new CliError('usage', '--extra must be KEY=VALUE')
  return [text.slice(0, at), text.slice(at + 1)]
}
