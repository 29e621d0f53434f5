import { type MfaSession, Payproof, type SignedIn } from '@payproof/sdk'
import { type CommandContext, command } from '../command.ts'
import { addressOf, findConnection, missing } from '../connection.ts'
import { forgetCredentials, keepCredentials, type StoredCredentials } from '../credentials.ts'
import { facts, message } from './shared.ts'

export const session = [
  command({
    name: 'login',
    does: 'sign in and store the token in a file that only you can read',
    about:
      'Prompts for your email address, your password and, if MFA is on, a code: from our email or of your authenticator app. With\n' +
      '--api-key it prompts for a key instead. You can pipe the answers in, one per line. You don’t need to sign in if\n' +
      'PAYPROOF_API_KEY and PAYPROOF_URL are set; they take precedence over the file.',
    options: {
      url: { kind: 'text', value: 'URL', does: 'base URL of the API; default: PAYPROOF_URL' },
      email: { kind: 'text', value: 'EMAIL', does: 'your email address' },
      'api-key': { kind: 'flag', does: 'store an API key instead' },
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
    does: 'delete the stored credentials',
    async run(_asked, { settings: { file } }) {
      await forgetCredentials(file)
      return message({ message: `Deleted ${file}` })
    },
  }),
  command({
    name: 'whoami',
    does: 'check the current credentials and show whose they are',
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
  { ask, fetch }: CommandContext,
): Promise<StoredCredentials> {
  const { members } = new Payproof({ baseUrl: url, fetch })
  const username = email ?? (await ask('Email')).trim()
  const password = await ask('Password', { isHidden: true })
  const said = await members.signIn({ username, password })
  const signedIn =
    'session' in said
      ? await members.validateMfa({
          username,
          session: said.session,
          mfa_code: (await ask(codePrompt(said))).trim(),
        })
      : said
  // Only pages of the console ask for a cookie instead of a token.
  const { jwt } = signedIn as SignedIn
  return { url, email: username, member_token: jwt }
}

const codePrompt = ({ method }: MfaSession) =>
  method === 'totp' ? 'Code of the authenticator app' : 'Code from the email'

/** Asks for an API key and tests it before it is stored, so that a typing error is noticed at once. */
async function askForKey(url: string, { ask, fetch }: CommandContext): Promise<StoredCredentials> {
  const api_key = (await ask('API key', { isHidden: true })).trim()
  await new Payproof({ baseUrl: url, apiKey: api_key, fetch }).configuration.get()
  return { url, api_key }
}
