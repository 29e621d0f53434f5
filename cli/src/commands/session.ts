import { Payproof, type SignedIn } from '@payproof/sdk'
import { type CommandContext, command } from '../command.ts'
import { addressOf, findConnection, missing } from '../connection.ts'
import { forgetCredentials, keepCredentials, type StoredCredentials } from '../credentials.ts'
import { facts, message } from './shared.ts'

export const session = [
  command({
    name: 'login',
    does: 'signs you in, and keeps the token in a file that only you can read',
    about:
      'Asks for e-mail, password and, where it is on, the mailed code; or, with --api-key, for a key. They may be piped in, a line\n' +
      'each. PAYPROOF_API_KEY with PAYPROOF_URL need no signing in and come before the file.',
    options: {
      url: { kind: 'text', value: 'URL', does: 'where the API is, if not PAYPROOF_URL' },
      email: { kind: 'text', value: 'ADDRESS', does: 'who you are' },
      'api-key': { kind: 'flag', does: 'keeps an API key instead' },
    },
    async run({ options }, program) {
      const url = addressOf(options.url ?? program.settings.url ?? missing())
      const credentials = options['api-key']
        ? await askForKey(url, program)
        : await signIn(url, options.email, program)
      await keepCredentials(program.settings.file, credentials)
      const { email, api_key } = credentials
      return facts({
        url,
        ...(email && { email }),
        credential: api_key ? 'API key' : 'member',
        file: program.settings.file,
      })
    },
  }),
  command({
    name: 'logout',
    does: 'forgets what login has kept',
    async run(_asked, { settings: { file } }) {
      await forgetCredentials(file)
      return message({ message: `${file} is gone` })
    },
  }),
  command({
    name: 'whoami',
    does: 'asks the API whether you are let in, and shows as whom',
    async run(_asked, { settings, client }) {
      const { url, from, email, credential } = await findConnection(settings)
      const { client_display_name } = await (await client()).configuration.get()
      const kind = 'apiKey' in credential ? 'API key' : 'member'
      return facts({ url, credential: kind, from, email, client_display_name })
    },
  }),
]

async function signIn(
  url: string,
  email: string | undefined,
  { ask }: CommandContext,
): Promise<StoredCredentials> {
  const { members } = new Payproof({ baseUrl: url })
  const username = email ?? (await ask('E-mail')).trim()
  const password = await ask('Password', { isHidden: true })
  const said = await members.signIn({ username, password })
  const { jwt }: SignedIn =
    'session' in said
      ? await members.validateMfa({
          username,
          session: said.session,
          mfa_code: (await ask('Code from the e-mail')).trim(),
        })
      : said
  return { url, email: username, member_token: jwt }
}

/** Test the key before storing it, so that a typing error is noticed now. */
async function askForKey(url: string, { ask }: CommandContext): Promise<StoredCredentials> {
  const api_key = (await ask('API key', { isHidden: true })).trim()
  await new Payproof({ baseUrl: url, apiKey: api_key }).configuration.get()
  return { url, api_key }
}
