import type {
  AccountPage,
  Catalogue,
  DeliveryPage,
  EventPage,
  Pagination,
  PayrollSubmissionPage,
  UserPage,
  WebhookPage,
} from '@payproof/sdk'
import type { FieldRules } from './fields.ts'
import { z } from './protocol.ts'
import {
  accountFields,
  deliveryFields,
  eventFields,
  incomeFields,
  providerFields,
  submissionFields,
  userFields,
  webhookFields,
} from './shown-fields.ts'
import { tool } from './tool.ts'

const id = (what: string) => z.uuid().describe(`Id of the ${what}`)
const limit = z.int().min(1).max(50).default(20).describe('Maximum number of items')
const offset = z.int().min(1).default(1).describe('Position of the first item')
const cursor = z.string().max(500).optional().describe('Cursor of the previous page')

const pagination = {
  offset: 'shown',
  limit: 'shown',
  count: 'shown',
  total_count: 'shown',
} as const satisfies FieldRules<Pagination>

export const documentationTools = [
  tool({
    name: 'search_documentation',
    title: 'Search the documentation',
    description:
      'Search the Payproof documentation. Returns pages and sections; read one with read_documentation.',
    input: z.strictObject({
      query: z.string().min(2).max(200).describe('A few words'),
      limit: z.int().min(1).max(20).default(8).describe('Maximum number of results'),
    }),
    scopes: [],
    access: 'read',
    returnsText: true,
    run: (input, { documentation }) => documentation.search(input.query, input.limit),
  }),
  tool({
    name: 'read_documentation',
    title: 'Read a page of the documentation',
    description: 'Read one page of the Payproof documentation as Markdown, such as guides/quickstart.',
    input: z.strictObject({
      page: z.string().min(1).max(200).describe('The page, as search_documentation returns it'),
      offset: z.int().min(0).default(0).describe('First character, to continue a page that was cut'),
    }),
    scopes: [],
    access: 'read',
    returnsText: true,
    run: (input, { documentation }) => documentation.read(input.page, input.offset),
  }),
]

export const readTools = [
  tool({
    name: 'list_providers',
    title: 'List payroll providers',
    description: 'List the payroll providers that can be connected, with their health.',
    input: z.strictObject({}),
    scopes: ['read'],
    access: 'read',
    fields: { providers: [providerFields] } satisfies FieldRules<Catalogue>,
    run: (_input, { api }) => api.providers.list(),
  }),
  tool({
    name: 'list_users',
    title: 'List users',
    description: 'List users (the people whose income is verified), newest first.',
    input: z.strictObject({ limit, offset }),
    scopes: ['read'],
    access: 'read',
    fields: { pagination, users: [userFields] } satisfies FieldRules<UserPage>,
    run: (input, { api }) => api.users.list(input).first(),
  }),
  tool({
    name: 'get_user',
    title: 'Get a user',
    description: 'Get one user with the settings of their checks.',
    input: z.strictObject({ user_id: id('user') }),
    scopes: ['read'],
    access: 'read',
    fields: userFields,
    run: (input, { api }) => api.users.get(input.user_id),
  }),
  tool({
    name: 'list_accounts',
    title: 'List payroll accounts',
    description:
      'List the payroll accounts of a user, newest first, with status and progress of the retrieval.',
    input: z.strictObject({ user_id: id('user'), limit, offset }),
    scopes: ['read'],
    access: 'read',
    fields: { pagination, accounts: [accountFields] } satisfies FieldRules<AccountPage>,
    run: (input, { api }) => api.accounts.list(input).first(),
  }),
  tool({
    name: 'list_submissions',
    title: 'List payroll submissions',
    description:
      'List the payroll submissions of a user, newest first: one for each payslip, with pay and deductions.',
    input: z.strictObject({ user_id: id('user'), limit, offset }),
    scopes: ['read'],
    access: 'read',
    fields: {
      pagination,
      payroll_submissions: [submissionFields],
    } satisfies FieldRules<PayrollSubmissionPage>,
    run: ({ user_id, ...query }, { api }) => api.payroll.listSubmissions(user_id, query).first(),
  }),
  tool({
    name: 'get_income_summary',
    title: 'Get the income summary',
    description:
      'Get the income summary of a user from all stored data: annual income, averages, months, employments, agreement of ' +
      'the sources, affordability and findings. A figure that cannot be calculated is null with a reason.',
    input: z.strictObject({ user_id: id('user') }),
    scopes: ['read'],
    access: 'read',
    fields: incomeFields,
    run: (input, { api }) => api.income.get(input.user_id),
  }),
  tool({
    name: 'list_events',
    title: 'List events',
    description:
      'List the events of the last 30 days, oldest first, without their data. Continue with the cursor.',
    input: z.strictObject({ limit, cursor }),
    scopes: ['read'],
    access: 'read',
    fields: {
      events: [eventFields],
      cursor: 'shown',
      has_more: 'shown',
    } satisfies FieldRules<EventPage>,
    run: ({ limit: max, cursor: from }, { api }) =>
      api.events.list({ limit: max, ...(from && { cursor: from }) }).first(),
  }),
  tool({
    name: 'list_webhooks',
    title: 'List webhooks',
    description: 'List the webhooks of the client, newest first, without URLs and secrets.',
    input: z.strictObject({ limit, offset }),
    scopes: ['webhooks'],
    access: 'read',
    fields: { pagination, webhooks: [webhookFields] } satisfies FieldRules<WebhookPage>,
    run: (input, { api }) => api.webhooks.list(input).first(),
  }),
  tool({
    name: 'list_webhook_deliveries',
    title: 'List webhook deliveries',
    description: 'List the deliveries of a webhook, newest first, with their state and number of attempts.',
    input: z.strictObject({
      webhook_id: id('webhook'),
      state: z
        .enum(['waiting', 'delivered', 'dead', 'dropped'])
        .optional()
        .describe('Only deliveries in this state'),
      limit,
      cursor,
    }),
    scopes: ['webhooks'],
    access: 'read',
    fields: { deliveries: [deliveryFields], next_cursor: 'shown' } satisfies FieldRules<DeliveryPage>,
    run: ({ webhook_id, limit: max, state, cursor: from }, { api }) =>
      api.webhooks
        .listDeliveries(webhook_id, { limit: max, ...(state && { state }), ...(from && { cursor: from }) })
        .first(),
  }),
]
