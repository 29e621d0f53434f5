import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectedAccount, Payproof, SandboxPeople, User, UserToken } from '@payproof/sdk'
import type { FieldRules } from './fields.ts'
import { z } from './protocol.ts'
import { accountFields, connectedAccountFields, testPersonFields, userFields } from './shown-fields.ts'
import { tool } from './tool.ts'

// Clients wait 60 seconds for a tool by default, and the login itself takes up to 25.
const maxRetrievalWaitMs = 25_000
const pollIntervalMs = 500

const userName = z
  .string()
  .min(1)
  .max(100)
  .describe('User name of a sandbox person, such as wilhelmina.oakapple')

export const sandboxTools = [
  tool({
    name: 'list_test_people',
    title: 'List test people',
    description:
      'List the fictional people of the sandbox. Each exists at every sandbox provider; the password is pass.',
    input: z.strictObject({
      search: z.string().max(100).optional().describe('Text in the name or description, such as weekly'),
      limit: z.int().min(1).max(50).default(30).describe('Maximum number of people'),
    }),
    scopes: ['read'],
    access: 'sandbox-read',
    fields: { people: [testPersonFields] } satisfies FieldRules<SandboxPeople>,
    run: ({ limit, search }, { api }) => api.sandbox.listPeople({ limit, ...(search && { search }) }).first(),
  }),
  tool({
    name: 'register_test_person',
    title: 'Register a test person',
    description:
      'Register a fictional person of the sandbox as a user, with the details that their payslips show, and record their ' +
      'consent. Then connect their payroll with connect_payroll.',
    input: z.strictObject({
      user_name: userName,
      payroll_period_months: z
        .int()
        .min(1)
        .max(36)
        .default(12)
        .describe('Months of payroll data to retrieve'),
    }),
    scopes: ['read', 'write'],
    access: 'sandbox-write',
    fields: userFields,
    run: (input, { api }) => registerTestPerson(api, input),
  }),
  tool({
    name: 'create_journey_link',
    title: 'Create a journey link',
    description:
      'Create a link to the hosted journey for a test user. Anyone with the link can act as that user for 7 days.',
    input: z.strictObject({ user_id: z.uuid().describe('Id of the user') }),
    scopes: ['tokens'],
    access: 'sandbox-write',
    fields: { webapp_link: 'shown', created_at: 'shown' } satisfies FieldRules<UserToken>,
    run: (input, { api }) => api.userTokens.create(input),
  }),
  tool({
    name: 'connect_payroll',
    title: 'Connect payroll',
    description:
      'Connect a test user to a sandbox provider and wait for their payslips. The password selects what happens: pass ' +
      'succeeds, mfa:code asks for a code (answer_mfa with 246810), error:maintenance fails; read guides/sandbox for more. ' +
      'If retrieval.state is not done yet, call list_accounts. A provider with OAuth2 returns authorization_url, which needs a browser.',
    input: z.strictObject({
      user_id: z.uuid().describe('Id of the user'),
      payroll_provider: z
        .string()
        .min(1)
        .max(100)
        .default('sandbox-payroll')
        .describe('Id from list_providers'),
      user_name: userName.optional(),
      password: z.string().min(1).max(200).default('pass').describe('Password of the sandbox'),
      extra_login_params: z
        .record(z.string().max(100), z.string().max(200))
        .optional()
        .describe('Extra login fields of the provider'),
    }),
    scopes: ['read', 'write'],
    access: 'sandbox-write',
    fields: connectedAccountFields,
    async run({ user_name, password, extra_login_params, ...input }, { api }) {
      const account = await api.accounts.create({
        ...input,
        ...(user_name && { user_name, password }),
        ...(extra_login_params && { extra_login_params }),
      })
      return waitForRetrieval(api, account)
    },
  }),
  tool({
    name: 'answer_mfa',
    title: 'Answer an MFA challenge',
    description:
      'Answer the MFA challenge of a sandbox provider and wait for the payslips. The code is always 246810.',
    input: z.strictObject({
      account_id: z.uuid().describe('Id of the account'),
      answer: z.string().min(1).max(100).describe('The code, date or characters'),
    }),
    scopes: ['read', 'write'],
    access: 'sandbox-write',
    fields: accountFields,
    run: async ({ account_id, answer }, { api }) =>
      waitForRetrieval(api, await api.accounts.answerMfa(account_id, { mfa: answer })),
  }),
]

type TestPerson = { user_name: string; payroll_period_months: number }

async function registerTestPerson(api: Payproof, person: TestPerson): Promise<User> {
  const { identity } = await api.sandbox.getPerson(person.user_name)
  const user = await api.users.create({
    forename: identity.forename,
    surname: identity.surname,
    date_of_birth: identity.date_of_birth,
    post_codes: identity.addresses.flatMap(({ post_code }) => post_code ?? []),
    payroll_period_months: person.payroll_period_months,
    ...(identity.ni_number && { ni_number: identity.ni_number }),
  })
  await api.authorisations.create({ user_id: user.user_id, user_agent: 'payproof-mcp' })
  return user
}

/** Polls until the first retrieval has ended. Returns at once if the applicant has to act first. */
async function waitForRetrieval(api: Payproof, account: ConnectedAccount): Promise<ConnectedAccount> {
  const giveUpAt = Date.now() + maxRetrievalWaitMs
  let current = account
  while (current.status === 'AUTHORISED' && !hasEnded(current) && Date.now() < giveUpAt) {
    await sleep(pollIntervalMs)
    current = await api.accounts.get(account.account_id)
  }
  return { ...account, ...current }
}

const hasEnded = ({ retrieval }: ConnectedAccount) => ['done', 'failed'].includes(retrieval.state)
