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
    does: 'lists users, the newest first',
    options: {
      ...listing,
      'ext-id': { kind: 'text', value: 'ID', does: 'only users with this id of yours' },
    },
    async run({ options: { limit, 'ext-id': ext_id } }, program) {
      const { users: api } = await program.client()
      return listed(limit, program, (query) => api.list({ ...query, ...(ext_id && { ext_id }) }), {
        USER: ({ user_id }) => user_id,
        CREATED: ({ created_at }) => minuteOf(created_at),
        NAME: ({ forename, surname }) => [forename, surname].filter(Boolean).join(' '),
        'YOUR ID': ({ ext_id: own }) => own,
      })
    },
  }),
  command({
    name: 'users get',
    does: 'shows a user',
    takes: ['USER_ID'],
    run: async ({ args }, { client }) => facts(await (await client()).users.get(args.USER_ID)),
  }),
  command({
    name: 'users create',
    does: 'registers a person',
    about:
      'What is typed stays in the history of most shells; --file keeps it out, and options come before what the file says.',
    options: {
      file: {
        kind: 'text',
        value: 'FILE',
        does: 'the person as JSON, as the API takes it; - for what is piped in',
      },
      forename: { kind: 'text', does: 'the first name' },
      surname: { kind: 'text', does: 'the last name' },
      'date-of-birth': { kind: 'text', value: 'YYYY-MM-DD', does: 'the day of birth' },
      'post-code': { kind: 'texts', does: 'where they live or have lived, the newest first' },
      months: { kind: 'number', does: 'how many months of pay are wanted; 12 unless the file says it' },
      'ni-number': { kind: 'text', does: 'the National Insurance number' },
      'ext-id': { kind: 'text', value: 'ID', does: 'your own id of the person' },
      'payslip-upload': { kind: 'flag', does: 'lets payslips be uploaded for this person' },
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
    does: 'records that a person has accepted the latest term, as your own page would',
    about: 'Only when they have. In the sandbox nobody is there to ask.',
    takes: ['USER_ID'],
    async run({ args }, { client }) {
      const { authorisations } = await client()
      return facts(await authorisations.create({ user_id: args.USER_ID, user_agent: 'payproof-cli' }))
    },
  }),
  command({
    name: 'users link',
    does: 'creates a journey link for a person; anyone who has the link acts as that person',
    takes: ['USER_ID'],
    options: { 'show-token': { kind: 'flag', does: 'shows the user token too' } },
    async run({ args, options }, { client }) {
      const { token, ...link } = await (await client()).userTokens.create({ user_id: args.USER_ID })
      if (options['show-token']) return facts({ ...link, token })
      return { json: link, text: plain(link.webapp_link) }
    },
  }),
  command({
    name: 'users delete',
    does: 'erases a person and everything held about them',
    takes: ['USER_ID'],
    options: sure,
    async run({ args, options }, program) {
      await makeSure(program, options.yes, `Everything held about ${args.USER_ID} will be erased.`)
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
