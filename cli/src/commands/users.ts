import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { NewUser } from '@payproof/sdk'
import { command } from '../command.ts'
import { CliError } from '../fault.ts'
import { minuteOf, plain } from '../text.ts'
import { facts, listed, listing, makeSure, message, sure } from './shared.ts'

export const users = [
  command({
    name: 'users list',
    does: 'list users, newest first',
    options: {
      ...listing,
      'ext-id': { kind: 'text', value: 'ID', does: 'only users with this external id' },
    },
    async run({ options: { limit, 'ext-id': ext_id } }, program) {
      const { users: api } = await program.client()
      return listed(limit, program, (query) => api.list({ ...query, ...(ext_id && { ext_id }) }), {
        USER: ({ user_id }) => user_id,
        CREATED: ({ created_at }) => minuteOf(created_at),
        NAME: ({ forename, surname }) => [forename, surname].filter(Boolean).join(' '),
        'EXTERNAL ID': ({ ext_id: own }) => own,
      })
    },
  }),
  command({
    name: 'users get',
    does: 'show a user',
    takes: ['USER_ID'],
    run: async ({ args }, { client }) => facts(await (await client()).users.get(args.USER_ID)),
  }),
  command({
    name: 'users create',
    does: 'create a user',
    about:
      'Most shells keep what you type in their history. Use --file to keep personal data out of it. Options override the file.',
    options: {
      file: {
        kind: 'text',
        value: 'FILE',
        does: 'JSON file with the request body; - reads standard input',
      },
      forename: { kind: 'text', does: 'first name' },
      surname: { kind: 'text', does: 'last name' },
      'date-of-birth': { kind: 'text', value: 'YYYY-MM-DD', does: 'date of birth' },
      'post-code': { kind: 'texts', does: 'current or former post code, newest first' },
      months: { kind: 'number', does: 'months of payroll data to retrieve; default: 12' },
      'ni-number': { kind: 'text', does: 'National Insurance number' },
      'ext-id': { kind: 'text', value: 'ID', does: 'your own id for the person' },
      'payslip-upload': { kind: 'flag', does: 'allow payslip uploads for this user' },
    },
    async run({ options }, { client }) {
      const given = {
        forename: options.forename,
        surname: options.surname,
        date_of_birth: options['date-of-birth'],
        post_codes: options['post-code'].length > 0 ? options['post-code'] : undefined,
        payroll_period_months: options.months,
        ni_number: options['ni-number'],
        ext_id: options['ext-id'],
        payslip_upload_enabled: options['payslip-upload'] || undefined,
      }
      const said = Object.entries(given).filter(([, value]) => value !== undefined)
      const body = {
        payroll_period_months: 12,
        ...(options.file && (await readJson(options.file))),
        ...Object.fromEntries(said),
      }
      // Required fields are checked by the API, which reports all problems at once.
      return facts(await (await client()).users.create(body as NewUser))
    },
  }),
  command({
    name: 'users authorise',
    does: 'record that a person has accepted the latest term',
    about:
      'Use it only if the person has accepted the term. In production, people accept it on your page or in the hosted journey.',
    takes: ['USER_ID'],
    async run({ args }, { client }) {
      const { authorisations } = await client()
      return facts(await authorisations.create({ user_id: args.USER_ID, user_agent: 'payproof-cli' }))
    },
  }),
  command({
    name: 'users link',
    does: 'create a link to the hosted journey; anyone with the link can act as that person',
    takes: ['USER_ID'],
    options: { 'show-token': { kind: 'flag', does: 'also print the user token' } },
    async run({ args, options }, { client }) {
      const { token, ...link } = await (await client()).userTokens.create({ user_id: args.USER_ID })
      if (options['show-token']) return facts({ ...link, token })
      return { json: link, text: plain(link.webapp_link) }
    },
  }),
  command({
    name: 'users delete',
    does: 'erase a user and all data about them',
    takes: ['USER_ID'],
    options: sure,
    async run({ args, options }, program) {
      await makeSure(program, options.yes, `This erases user ${args.USER_ID} and all data about them.`)
      return message(await (await program.client()).users.delete(args.USER_ID))
    },
  }),
]

async function readJson(file: string): Promise<object> {
  const text = await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')).catch((error) => {
    throw new CliError('usage', `${file} cannot be read (${error.code})`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError('usage', `${file} is not JSON`)
  }
}
