// OpenAPI tags, one per flow, in the order in which a developer needs them; the reference shows them in this order.
export const sections = {
  Users: 'The people whose income is verified. Every flow starts with one.',
  'User tokens': 'Tokens and journey links that let users act for themselves.',
  Authorisations: 'Terms, and the record of the users who accepted them. Every retrieval needs one.',
  Providers: 'Payroll providers and employers that can be connected.',
  Accounts:
    'Connections of users to payroll providers: connect, answer MFA challenges, reconnect, list history.',
  Payroll: 'Payslips and income of users: list them, request newer ones, upload payslips.',
  'Tax authority':
    'Annual income per employer as reported by the tax authority, with the consent of the user.',
  'Bank statements': 'Upload bank statements, and list the data extracted from them.',
  Documents:
    'Uploaded documents, extracted data and trust findings. Uploads are under Payroll and Bank statements.',
  Matches: 'Pay that is confirmed by a second source.',
  Income: 'The income summary of a user: one answer from all sources, with its evidence.',
  Reviews: 'The work queue of your team: status, assignee, internal notes, decision and rules.',
  Reports: 'Signed income reports that anyone can verify offline, and links to them.',
  Expenditure: 'Household expenditure estimated from official statistics, with the calculation.',
  Webhooks: 'Webhook endpoints, their deliveries, and redelivery.',
  Events: 'The events that webhooks deliver, for polling.',
  Sandbox: 'Test persons, clock, failure switches and inbox of the sandbox; only in the sandbox environment.',
  Journeys: 'Invitations to the hosted journey, and its building blocks for building your own.',
  Configuration: 'Settings of the client that apply to every user unless overridden for the user.',
  'API keys': 'API keys of the client: create, list, delete.',
  Members: 'Team members of the client: sign in, invite, update, remove.',
  Activity: 'Usage figures, and items that need attention.',
  'Request log': 'Recent requests of your API keys and members, without personal data.',
  'Audit log': 'Record of all actions, in tamper-evident hash chains.',
}
