import { command } from '../command.ts'
import { CliError } from '../fault.ts'
import { facts, listed, listing } from './shared.ts'

export const sandbox = [
  command({
    name: 'sandbox clock',
    does: 'show the sandbox clock, or move it',
    about: 'Moves the clock of your client only. It moves forwards only, except with --reset.',
    options: {
      advance: { kind: 'text', value: 'DURATION', does: 'advance by P1M, P2W, P3D or PT90S' },
      to: { kind: 'text', value: 'TIME', does: 'set the clock to this time' },
      reset: { kind: 'flag', does: 'reset the clock to its initial time' },
    },
    async run({ options: { advance, to, reset } }, { client }) {
      const changes = [
        ...(advance ? [{ advance }] : []),
        ...(to ? [{ now: to }] : []),
        ...(reset ? [{ restart: true as const }] : []),
      ]
      if (changes.length > 1) throw new CliError('usage', 'Use one of --advance, --to and --reset')
      const { sandbox: api } = await client()
      const [change] = changes
      return facts(change ? await api.moveClock(change) : await api.getClock())
    },
  }),
  command({
    name: 'sandbox people',
    does: 'list the named people of the sandbox',
    about:
      'Each person exists at every sandbox provider, with the password pass. Any user name of the form person.1, person.2 and so on\n' +
      'exists too.',
    options: {
      ...listing,
      search: { kind: 'text', does: 'only people with this text in name or description' },
    },
    async run({ options: { limit, search } }, program) {
      const { sandbox: api } = await program.client()
      return listed(limit, program, (query) => api.listPeople({ ...query, ...(search && { search }) }), {
        'USER NAME': ({ user_name }) => user_name,
        NAME: ({ name }) => name,
        ABOUT: ({ about }) => about,
      })
    },
  }),
]
