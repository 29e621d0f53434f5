import { expect, test } from 'vitest'
import { type ApiReply, type Call, startApi } from '../../../test/api.ts'
import { codeNow, fromBase32 } from '../../../test/authenticator.ts'
import { signInAtAuthority } from '../../../test/authority.ts'
import { eventually } from '../../../test/engine.ts'
import { leaveForProvider } from '../../../test/oauth2-start.ts'
import { startObjects } from '../../../test/objects.ts'
import { createPasskeyDevice } from '../../../test/passkey-device.ts'
import {
  aMember,
  anId,
  asOwner,
  aUser,
  createUser,
  mailedCode,
  readMail,
  signInOwner,
} from '../../../test/people.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { putReturnCode } from '../../../test/tenants/fixture.ts'
import { startWebhooks } from '../../../test/webhooks.ts'

const sandbox = await startSandbox()
const { settings } = await startObjects()
const api = await startWebhooks({ LOG_LEVEL: 'silent', SANDBOX_URL: sandbox.url, ...settings })
const { acme, rival, anonymous, sql, world } = api
const canary = 'Quixotella'
const password = 'correct horse battery staple'

type AuditLine = { actor_kind: string; actor_id: string; action: string; subject_id: string | null }

const [apiKey] = await sql('select id from api_keys where client_id = $1', [world.clients.acme.clientId])
const byKey = { actor_kind: 'api_key', actor_id: apiKey.id as string }
const owner = await asOwner(api, 'acme')
const [ownerRow] = await sql("select id from members where client_id = $1 and role = 'Owner'", [
  world.clients.acme.clientId,
])
const byOwner = { actor_kind: 'member', actor_id: ownerRow.id as string }
const byMember = (id: string) => ({ actor_kind: 'member', actor_id: id })
const byAnonymous = { actor_kind: 'public', actor_id: 'anonymous' }

const readLines = (reply: ApiReply) =>
  sql(
    `select actor_kind, actor_id, action, subject_id from audit_lines
      where request_id = $1 order by at, lane, seq`,
    [reply.headers['x-request-id']],
  ) as Promise<AuditLine[]>

/** Polls for lines that are written after the reply, so that the response time reveals nothing. */
async function pollLines(reply: ApiReply) {
  for (let tries = 0; tries < 100; tries++) {
    const lines = await readLines(reply)
    if (lines.length > 0) return lines
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return []
}

// 200 calls one after the other: a busy machine needs minutes.
test('every operation writes exactly the expected lines, without personal data', {
  timeout: 600_000,
}, async () => {
  const seen = new Set<string>()
  /** Makes a call and compares the audit lines it writes with the expected ones. */
  async function expectLines(
    operation: string,
    call: Call,
    [method, path, body]: [string, string, unknown?],
    expected: (reply: ApiReply) => AuditLine[],
    read = readLines,
  ) {
    seen.add(operation)
    const reply = await call(method, path, body)
    expect(reply.status, `${operation}: ${reply.text}`).toBeLessThan(300)
    expect({ operation, lines: await read(reply) }).toEqual({ operation, lines: expected(reply) })
    return reply
  }
  const noLines = () => []
  const line = (
    by: Pick<AuditLine, 'actor_kind' | 'actor_id'>,
    action: string,
    subject_id: string | null = null,
  ) => [{ ...by, action, subject_id }] as AuditLine[]

  const person = aUser({
    forename: canary,
    surname: canary,
    post_codes: [canary],
    ext_id: canary,
    ni_number: 'QQ987654A',
  })
  const created = await expectLines('createUser', acme, ['POST', '/users', person], ({ body }) =>
    line(byKey, 'user.created', body.user_id),
  )
  const userId: string = created.body.user_id
  await expectLines('getUser', acme, ['GET', `/users/${userId}`], () => line(byKey, 'user.read', userId))
  await expectLines('listUsers', acme, ['GET', '/users'], () => line(byKey, 'user.listed'))
  await expectLines('listUsers', acme, ['GET', `/users?ext_id=${canary}`], () => line(byKey, 'user.listed'))
  await expectLines('listUsers', acme, ['GET', `/users?search=${canary}`], () => line(byKey, 'user.listed'))
  await expectLines('listUserTimeline', acme, ['GET', `/users/${userId}/timeline`], noLines)
  await expectLines('listUserFlags', acme, ['GET', `/users/flags?user_ids=${userId}`], noLines)
  await expectLines('getActivity', acme, ['GET', '/activity'], noLines)
  await expectLines('getAttention', acme, ['GET', '/attention'], noLines)
  await expectLines('listRecurringUsers', acme, ['GET', '/users/recurring'], () => line(byKey, 'user.listed'))
  await expectLines('updateUser', acme, ['PATCH', `/users/${userId}`, { forename: `${canary}2` }], () =>
    line(byKey, 'user.changed', userId),
  )

  await expectLines('getConfiguration', acme, ['GET', '/configuration'], noLines)
  const logo = encodeURIComponent('https://nowhere.example/logo.svg')
  await expectLines('getLogo', acme, ['GET', `/configuration/logo?client_logo=${logo}`], noLines)
  await expectLines(
    'updateConfiguration',
    acme,
    ['PATCH', '/configuration', { payroll_period_months: 24 }],
    () => line(byKey, 'configuration.changed'),
  )

  const key = await expectLines(
    'createApiKey',
    owner,
    ['POST', '/api-keys', { name: 'second' }],
    ({ body }) => line(byOwner, 'api_key.created', body.id),
  )
  await expectLines('listApiKeys', owner, ['GET', '/api-keys'], noLines)
  await expectLines('deleteApiKey', owner, ['DELETE', `/api-keys/${key.body.id}`], () =>
    line(byOwner, 'api_key.revoked', key.body.id),
  )

  const token = await expectLines(
    'createUserToken',
    acme,
    ['POST', '/user-tokens', { user_id: userId }],
    () => line(byKey, 'user_token.issued', userId),
  )
  const invitationOf = { user_id: userId, email: `${canary}@people.example` }
  await expectLines('createJourneyInvitation', acme, ['POST', '/journeys/invitations', invitationOf], () =>
    line(byKey, 'journey.invited', userId),
  )
  const asUser = api.withToken(token.body.token)
  const byUser = { actor_kind: 'user', actor_id: userId }
  const linkCode = String(token.body.webapp_link).split('/').at(-1)
  const journey = await expectLines(
    'createJourneySession',
    anonymous,
    ['POST', '/journeys/sessions', { code: linkCode }],
    () => line(byUser, 'journey.opened', userId),
  )
  const asJourneyUser = api.withToken(journey.body.token)
  await expectLines('renewJourneySession', asJourneyUser, ['POST', '/journeys/sessions/renewals', {}], () =>
    line(byUser, 'journey.renewed', userId),
  )
  await expectLines(
    'confirmJourneyPerson',
    asJourneyUser,
    ['POST', '/journeys/current/confirmations', { date_of_birth: '1988-04-17' }],
    () => line(byUser, 'journey.confirmed', userId),
  )
  const ofJourney = `/journeys/${journey.body.journey_id}`
  await expectLines('createReturnCode', anonymous, ['POST', `${ofJourney}/return-codes`, {}], () =>
    line(byUser, 'journey.return_code_sent', userId),
  )
  const one_time_code = await putReturnCode(api, journey.body.journey_id)
  await expectLines('returnToJourney', anonymous, ['POST', `${ofJourney}/returns`, { one_time_code }], () =>
    line(byUser, 'journey.returned', userId),
  )
  // The page polls the journey. The reply contains no personal data, so no line is written.
  await expectLines('getJourney', asJourneyUser, ['GET', '/journeys/current'], noLines)
  await expectLines('getJwks', anonymous, ['GET', '/.well-known/jwks.json'], noLines)
  await expectLines('listProviders', asUser, ['GET', '/providers'], noLines)
  await expectLines('searchEmployers', asUser, ['GET', '/employers?query=fen'], noLines)

  const newTerm = { name: 'ours', authorisation_text: 'We ask.', authorisation_category: 'one_time' }
  const term = await expectLines(
    'createAuthorisationTerm',
    acme,
    ['POST', '/authorisations/terms', newTerm],
    ({ body }) => line(byKey, 'term.created', body.id),
  )
  const termPath = `/authorisations/terms/${term.body.id}`
  await expectLines('listAuthorisationTerms', acme, ['GET', '/authorisations/terms'], noLines)
  await expectLines('getAuthorisationTerm', acme, ['GET', termPath], noLines)
  await expectLines(
    'getLatestAuthorisationTerm',
    asUser,
    ['GET', `/authorisations/terms/latest?user_id=${userId}`],
    noLines,
  )
  const evidence = { user_id: userId, user_agent: canary, fingerprint: canary, ip_address: '203.0.113.77' }
  const accepted = await expectLines(
    'createAuthorisation',
    asUser,
    ['POST', '/authorisations', evidence],
    ({ body }) => line(byUser, 'authorisation.accepted', body.id),
  )
  await expectLines('listAuthorisations', acme, ['GET', `/authorisations?user_id=${userId}`], () =>
    line(byKey, 'authorisation.listed', userId),
  )
  await expectLines('getAuthorisation', acme, ['GET', `/authorisations/${accepted.body.id}`], () =>
    line(byKey, 'authorisation.listed', userId),
  )

  // A task stores the provider's data and writes its own lines; the request writes lines for the request and the read.
  const login = {
    payroll_provider: 'sandbox-payroll',
    user_name: 'wilhelmina.oakapple',
    password: 'mfa:code',
  }
  const connecting = await expectLines(
    'createAccount',
    acme,
    ['POST', '/accounts', { user_id: userId, ...login }],
    ({ body }) => [
      ...line(byKey, 'account.requested', userId),
      ...line(byKey, 'account.read', body.account_id),
    ],
  )
  const accountId: string = connecting.body.account_id
  const account = `/accounts/${accountId}`
  const ofAccount = (...actions: string[]) => actions.flatMap((action) => line(byKey, action, accountId))
  for (const mfa of ['1', '2', '3']) await acme('PUT', `${account}/mfa`, { mfa })
  const { payroll_provider: _, ...relogin } = login
  await expectLines('reconnectAccount', acme, ['POST', `${account}/reconnect`, relogin], () =>
    ofAccount('account.reconnecting', 'account.read'),
  )
  await expectLines('answerMfa', acme, ['PUT', `${account}/mfa`, { mfa: '246810' }], () =>
    ofAccount('account.answered', 'account.read'),
  )
  await expectLines('getAccount', acme, ['GET', account], () => ofAccount('account.read'))
  await sql("update accounts set identity_match = 'none' where id = $1", [accountId])
  await expectLines('acceptAccountIdentity', acme, ['POST', `${account}/identity/accept`], () =>
    ofAccount('identity.accepted'),
  )
  await expectLines('getAccountHistory', acme, ['GET', `${account}/history`], noLines)
  await expectLines('listAccounts', acme, ['GET', `/accounts?user_id=${userId}`], () =>
    line(byKey, 'account.listed', userId),
  )
  await expectLines('listRecurringAccounts', acme, ['GET', `/accounts/recurring?user_id=${userId}`], () =>
    line(byKey, 'account.listed', userId),
  )
  const ofUser = `user_id=${userId}`
  await expectLines(
    'queryPayrollConnection',
    asUser,
    ['POST', '/payroll/entries/connections', { account_id: accountId }],
    () => line(byUser, 'payroll.requested', accountId),
  )
  await expectLines(
    'createDirectConnection',
    acme,
    ['POST', '/accounts/direct-connections', { user_id: userId }],
    () => line(byKey, 'payroll.requested', userId),
  )
  await expectLines(
    'createJourneyDirectConnection',
    asUser,
    ['POST', '/journeys/current/direct-connections', {}],
    () => line(byUser, 'payroll.requested', userId),
  )
  const end = { outcome: { kind: 'documents' } }
  await expectLines('endJourney', asUser, ['POST', '/journeys/current/ends', end], () =>
    line(byUser, 'journey.ended', userId),
  )
  const entries = await expectLines('listPayrollEntries', acme, ['GET', `/payroll/entries?${ofUser}`], () =>
    line(byKey, 'payroll.listed', userId),
  )
  await expectLines(
    'getPayrollEntry',
    acme,
    ['GET', `/payroll/entries/${entries.body.entries[0].entry_id}`],
    () => line(byKey, 'payroll.listed', userId),
  )
  await expectLines('listPayrollSubmissions', acme, ['GET', `/payroll/${userId}`], () =>
    line(byKey, 'payroll.read', userId),
  )
  const [payslipSubmission] = (await acme('GET', `/payroll/${userId}`)).body.payroll_submissions
  await expectLines('getPayrollSubmission', acme, ['GET', `/payroll/${userId}/${payslipSubmission.id}`], () =>
    line(byKey, 'payroll.read', userId),
  )
  await expectLines('getJourneyFindings', asUser, ['GET', '/journeys/current/findings'], () =>
    line(byUser, 'findings.read', userId),
  )
  const note = { subject: 'job', submission_id: payslipSubmission.id, field: 'role', text: canary }
  const added = await expectLines(
    'createJourneyNote',
    asUser,
    ['POST', '/journeys/current/notes', note],
    ({ body }) => line(byUser, 'note.added', body.id),
  )
  const answerPath = `/users/${userId}/notes/${added.body.id}/answer`
  await expectLines('answerNote', acme, ['PUT', answerPath, { text: canary }], () =>
    line(byKey, 'note.answered', added.body.id),
  )
  await expectLines('listNotes', acme, ['GET', `/users/${userId}/notes`], () =>
    line(byKey, 'note.listed', userId),
  )
  await expectLines(
    'stateMissingDocuments',
    asUser,
    ['POST', '/journeys/current/missing-documents', { kind: 'payslips', reason: 'lost' }],
    () => line(byUser, 'missing_documents.stated', userId),
  )
  await expectLines('getCoverage', acme, ['GET', `/users/${userId}/coverage`], () =>
    line(byKey, 'coverage.read', userId),
  )
  await expectLines('getJourneyShared', asUser, ['GET', '/journeys/current/shared'], () =>
    line(byUser, 'shared.read', userId),
  )
  for (const [operation, suffix] of [
    ['getPayrollProvenance', ''],
    ['getSignedPayroll', '/signed'],
  ] as const)
    await expectLines(
      operation,
      acme,
      ['GET', `/payroll/${userId}/${payslipSubmission.id}/provenance${suffix}`],
      () => line(byKey, 'payroll.traced', payslipSubmission.id),
    )
  await expectLines('listMatches', acme, ['GET', `/users/${userId}/matches`], () =>
    line(byKey, 'match.listed', userId),
  )

  for (const [operation, suffix] of [
    ['getIncome', ''],
    ['getIncomeWorking', '/working'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/users/${userId}/income${suffix}`], () =>
      line(byKey, 'income.read', userId),
    )
  for (const [operation, suffix] of [
    ['getReport', ''],
    ['getReportFile', '/file'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/users/${userId}/report${suffix}`], () =>
      line(byKey, 'report.created', userId),
    )
  const reportLinks = `/users/${userId}/report/links`
  const reportLink = await expectLines('createReportLink', acme, ['POST', reportLinks, {}], ({ body }) => [
    ...line(byKey, 'report.created', userId),
    ...line(byKey, 'report.link_created', body.link_id),
  ])
  await expectLines('listReportLinks', acme, ['GET', reportLinks], () =>
    line(byKey, 'report.links_listed', userId),
  )
  await expectLines('revokeReportLink', acme, ['DELETE', `${reportLinks}/${reportLink.body.link_id}`], () =>
    line(byKey, 'report.link_revoked', reportLink.body.link_id),
  )
  const review = `/users/${userId}/review`
  await expectLines('getReview', acme, ['GET', review], () => line(byKey, 'review.read', userId))
  await expectLines('updateReview', acme, ['PATCH', review, { status: 'in_review' }], () =>
    line(byKey, 'review.changed', userId),
  )
  const decision = { decision: 'refer', reason: 'Two jobs.' }
  await expectLines('decideReview', acme, ['PUT', `${review}/decision`, decision], () =>
    line(byKey, 'review.decided', userId),
  )
  await expectLines('createReviewNote', acme, ['POST', `${review}/notes`, { text: 'Asked.' }], () =>
    line(byKey, 'review.note_added', userId),
  )
  await expectLines('listReviewNotes', acme, ['GET', `${review}/notes`], () =>
    line(byKey, 'review.notes_listed', userId),
  )
  await expectLines('listReviews', acme, ['GET', '/reviews?limit=1'], () => line(byKey, 'review.listed'))
  await expectLines('exportReviews', acme, ['GET', '/reviews/export?search=none'], () => [
    ...line(byKey, 'review.exported'),
    ...line(byKey, 'review.listed'),
  ])
  const bulkCsv =
    'ext_id,forename,surname,date_of_birth,post_code,email\nbulk-1,A,B,1990-01-01,LS1 4AP,a@b.example'
  await expectLines('bulkInviteUsers', acme, ['POST', '/users/bulk-invitations', { csv: bulkCsv }], () =>
    line(byKey, 'user.bulk_checked'),
  )
  for (const [operation, suffix] of [
    ['getOnsExpenditure', ''],
    ['getOnsExpenditureWorking', '/working'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/expenditure/${userId}/ons${suffix}`], () =>
      line(byKey, 'expenditure.read', userId),
    )

  const taxAccountId = await connectTaxAuthority(userId)
  await expectLines(
    'queryTaxauthConnection',
    asUser,
    ['POST', '/taxauth/entries/connections', { account_id: taxAccountId }],
    () => line(byUser, 'tax_income.requested', taxAccountId),
  )
  const taxEntries = await expectLines(
    'listTaxauthEntries',
    acme,
    ['GET', `/taxauth/entries?${ofUser}`],
    () => line(byKey, 'tax_income.listed', userId),
  )
  await expectLines('listIncomeSubmissions', acme, ['GET', `/taxauth/${userId}`], () =>
    line(byKey, 'tax_income.read', userId),
  )
  const taxEntryId: string = taxEntries.body.entries[0].entry_id
  await expectLines('getTaxauthEntry', acme, ['GET', `/taxauth/entries/${taxEntryId}`], () =>
    line(byKey, 'tax_income.listed', userId),
  )
  await expectLines('deleteTaxauthEntry', acme, ['DELETE', `/taxauth/entries/${taxEntryId}`], () =>
    line(byKey, 'entry.deleted', taxEntryId),
  )

  /** Presigns an upload and uploads a document. Returns its path. */
  const uploadFile = async (operation: string, kind: string, [method, path]: [string, string]) => {
    const files = [{ file_name: `${canary}.pdf`, external_id: canary }]
    const { body } = await expectLines(operation, asUser, [method, `${path}/presign`, { files }], () =>
      line(byUser, 'upload.offered', userId),
    )
    const [upload] = body.presigned_urls
    const file = await fetch(`${sandbox.url}/controls/documents/${kind}?user_name=wilhelmina.oakapple`).then(
      (reply) => reply.arrayBuffer(),
    )
    const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
    expect((await fetch(upload.presigned_url, { method: 'PUT', headers, body: file })).status).toBe(200)
    return { files: [{ path: upload.path }] }
  }
  const payslips: [string, string] = ['POST', '/payroll/entries/payslips']
  const payslip = await uploadFile('presignPayslips', 'payslip', payslips)
  await expectLines('readUnsentFiles', asUser, ['POST', '/journeys/current/readings', payslip], () => [
    ...line(byUser, 'document.read_ahead_requested', userId),
    ...line(byUser, 'document.readings_read', userId),
  ])
  await expectLines('submitPayslips', asUser, [...payslips, payslip], () => [
    ...line(byUser, 'document.submitted', userId),
    ...line(byUser, 'payroll.read', userId),
  ])
  const statements: [string, string] = ['PUT', '/documents/bank-statements']
  const statement = await uploadFile('presignBankStatements', 'statement', statements)
  const submitted = await expectLines('submitBankStatements', asUser, [...statements, statement], () => [
    ...line(byUser, 'document.submitted', userId),
    ...line(byUser, 'bank_statement.read', userId),
  ])
  const [read] = submitted.body.bank_statement_submissions
  await expectLines('listBankStatementSubmissions', acme, ['GET', `/bankstatements/${userId}`], () =>
    line(byKey, 'bank_statement.read', userId),
  )
  await expectLines('getBankStatementSubmission', acme, ['GET', `/bankstatements/${userId}/${read.id}`], () =>
    line(byKey, 'bank_statement.read', userId),
  )
  for (const [operation, suffix] of [
    ['getBankStatementProvenance', ''],
    ['getSignedBankStatement', '/signed'],
  ] as const)
    await expectLines(
      operation,
      acme,
      ['GET', `/bankstatements/${userId}/${read.id}/provenance${suffix}`],
      () => line(byKey, 'bank_statement.traced', read.id),
    )
  const documentId: string = read.document_id
  await expectLines('listDocuments', acme, ['GET', `/documents?${ofUser}`], () =>
    line(byKey, 'document.listed', userId),
  )
  await expectLines('getDocument', acme, ['GET', `/documents/${documentId}`], () =>
    line(byKey, 'document.read', documentId),
  )
  await expectLines('getDocumentFile', acme, ['GET', `/documents/${documentId}/file`], () =>
    line(byKey, 'document.read', documentId),
  )
  await expectLines('getDocumentFields', acme, ['GET', `/documents/${documentId}/fields`], () =>
    line(byKey, 'document.traced', documentId),
  )
  await sql("update documents set trust_score = 'Low' where id = $1", [documentId])
  const inclusion = `/users/${userId}/income/inclusions/${documentId}`
  await expectLines('includeIncomeDocument', acme, ['PUT', inclusion, { reason: canary }], () =>
    line(byKey, 'income.document_included', documentId),
  )
  await expectLines('excludeIncomeDocument', acme, ['DELETE', inclusion], () =>
    line(byKey, 'income.document_excluded', documentId),
  )
  await sql("update documents set identity_match = 'none' where id = $1", [documentId])
  await expectLines(
    'acceptDocumentIdentity',
    acme,
    ['POST', `/documents/${documentId}/identity/accept`],
    () => line(byKey, 'identity.accepted', documentId),
  )
  await expectLines('deleteDocument', acme, ['DELETE', `/documents/${documentId}`], () =>
    line(byKey, 'document.deleted', documentId),
  )
  for (const [operation, suffix] of [
    ['listSandboxPeople', '/people'],
    ['getSandboxPerson', '/people/wilhelmina.oakapple'],
    ['getSandboxClock', '/clock'],
    ['listSandboxProviders', '/providers'],
    ['getSandboxInbox', '/inbox'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/sandbox${suffix}`], noLines)
  for (const [operation, suffix, body, action] of [
    ['moveSandboxClock', '/clock', { advance: 'PT1S' }, 'sandbox.clock_moved'],
    ['updateSandboxProvider', '/providers/sandbox-cloud', { is_down: false }, 'sandbox.provider_changed'],
    [
      'setSandboxBehaviour',
      '/people/person.9/behaviour',
      { provider: 'sandbox-cloud', behaviour: null },
      'sandbox.behaviour_set',
    ],
    ['setSandboxInboxKeys', '/inbox', { signing_secrets: [canary] }, 'sandbox.inbox_keys_set'],
  ] as const)
    await expectLines(operation, acme, ['PATCH', `/sandbox${suffix}`, body], () => line(byKey, action))

  const entryId: string = entries.body.entries[0].entry_id
  await expectLines('deletePayrollEntry', acme, ['DELETE', `/payroll/entries/${entryId}`], () =>
    line(byKey, 'entry.deleted', entryId),
  )
  await expectLines('deleteAccount', acme, ['DELETE', account], () => ofAccount('account.deleted'))

  const ofOwn = (...actions: string[]) => actions.flatMap((action) => line(byUser, action, userId))
  await expectLines('exportJourneyData', asUser, ['GET', '/journeys/current/export'], () =>
    ofOwn(
      'user.read',
      'export.read',
      'authorisation.listed',
      'account.listed',
      'payroll.read',
      'bank_statement.read',
      'tax_income.read',
    ),
  )
  const journeySession = (
    await anonymous('POST', '/journeys/sessions', { code: token.body.webapp_link.split('/').at(-1) })
  ).body
  const opened = { events: [{ id: anId(), name: 'open' }] }
  await expectLines(
    'countJourneyEvents',
    api.withToken(journeySession.token),
    ['POST', '/journeys/current/events', opened],
    () => ofOwn('journey.counted'),
  )
  await expectLines('getJourneyFunnel', acme, ['GET', '/journeys/funnel'], noLines)
  await expectLines(
    'countEmployerMiss',
    api.withToken(journeySession.token),
    ['POST', '/journeys/current/employer-misses', { query: canary }],
    () => ofOwn('employer_miss.counted'),
  )
  await expectLines('listEmployerMisses', acme, ['GET', '/employers/misses'], noLines)
  const ownRevoke = `/journeys/current/authorisations/${accepted.body.id}/revoke`
  type ListedAccount = { account_id: string; status: string }
  const { accounts }: { accounts: ListedAccount[] } = (await acme('GET', `/accounts?${ofUser}`)).body
  // It is the last authorisation, so the accounts end with it.
  const ending = accounts.filter(({ status }) => status === 'AUTHORISED')
  expect(ending).toHaveLength(1)
  await expectLines('withdrawAuthorisation', asUser, ['PUT', ownRevoke], () => [
    ...line(byUser, 'authorisation.revoked', accepted.body.id),
    ...ending.flatMap(({ account_id }) => line(byUser, 'account.moved', account_id)),
  ])
  const { entries: uploads } = (await acme('GET', `/payroll/entries?${ofUser}`)).body
  const { authorisations } = (await acme('GET', `/authorisations?${ofUser}&status=active`)).body
  const inOrder = (lines: AuditLine[]) => lines.map((one) => JSON.stringify(one)).sort()
  const erased = await asUser('DELETE', '/journeys/current/data')
  seen.add('deleteJourneyData')
  expect(accounts.length * uploads.length).toBeGreaterThan(0)
  expect(inOrder(await readLines(erased))).toEqual(
    inOrder([
      ...ofOwn('data.erasing', 'upload.erased', 'data.erased'),
      ...authorisations.flatMap(({ id }: { id: string }) => line(byUser, 'authorisation.revoked', id)),
      ...accounts.flatMap(({ account_id }: { account_id: string }) =>
        line(byUser, 'account.deleted', account_id),
      ),
      ...uploads
        .filter(({ account_id }: { account_id: string | null }) => account_id === null)
        .flatMap(({ entry_id }: { entry_id: string }) => line(byUser, 'entry.deleted', entry_id)),
    ]),
  )
  const revokePath = `/authorisations/${accepted.body.id}/revoke`
  await expectLines('revokeAuthorisation', acme, ['PUT', revokePath], () =>
    line(byKey, 'authorisation.revoked', accepted.body.id),
  )
  await expectLines('updateAuthorisationTerm', acme, ['PATCH', termPath, { is_active: false }], () =>
    line(byKey, 'term.changed', term.body.id),
  )
  await expectLines('revokeUserTokens', acme, ['POST', '/user-tokens/revocations', { user_id: userId }], () =>
    line(byKey, 'user_token.revoked', userId),
  )

  const email = `${canary}@team.example`
  const invited = await expectLines(
    'inviteMember',
    acme,
    ['POST', '/members', { email, role: 'FullMember' }],
    ({ body }) => line(byKey, 'member.invited', body.id),
  )
  const id: string = invited.body.id
  const invitation = await codeFrom(email, /invited/, mailedCode.invitation)
  await expectLines(
    'acceptInvitation',
    anonymous,
    ['POST', `/members/invitations/${invitation}/accept`, { name: canary, password }],
    () => line(byMember(id), 'member.confirmed', id),
  )
  const adminEmail = `${canary}.admin@team.example`
  const asAdmin = await acme('POST', '/members', { email: adminEmail, role: 'Admin' })
  const toOwner = await readMail(world.inboxUrl, 'owner@acme.example', /Approve an invitation/, adminEmail)
  const [, approval] = mailedCode.approval.exec(toOwner.text) ?? []
  await expectLines(
    'approveInvitation',
    anonymous,
    ['POST', `/members/invitations/${approval}/approve`],
    () => line(byAnonymous, 'member.invitation_approved', asAdmin.body.id),
  )
  const credentials = { username: email, password }
  const session = await expectLines('signIn', anonymous, ['POST', '/members/signin', credentials], () =>
    line(byMember(id), 'member.mfa_sent', id),
  )
  const mfa_code = await codeFrom(email, /sign-in code/, mailedCode.mfa)
  // Finding 23: failed second factors are recorded.
  const wrongAnswer = { username: email, session: session.body.session, mfa_code: 'wrong' }
  const wrongCode = await anonymous('POST', '/members/mfa/validate', wrongAnswer)
  expect(wrongCode.status).toBe(401)
  expect(await pollLines(wrongCode)).toEqual(line(byAnonymous, 'member.mfa_failed', id))
  const answer = { username: email, session: session.body.session, mfa_code }
  await expectLines('validateMfa', anonymous, ['POST', '/members/mfa/validate', answer], () =>
    line(byMember(id), 'member.signed_in', id),
  )
  await expectLines('getMember', acme, ['GET', `/members/${id}`], () => line(byKey, 'member.read', id))
  await expectLines('listMembers', acme, ['GET', '/members'], () => line(byKey, 'member.listed'))
  await expectLines('updateMember', owner, ['PATCH', `/members/${id}`, { mfa_status: 'disabled' }], () =>
    line(byOwner, 'member.changed', id),
  )
  await expectLines('updateMember', owner, ['PATCH', `/members/${id}`, {}], () =>
    line(byOwner, 'member.read', id),
  )
  const signedIn = await expectLines('signIn', anonymous, ['POST', '/members/signin', credentials], () =>
    line(byMember(id), 'member.signed_in', id),
  )
  await expectLines('listUsers', api.withToken(signedIn.body.jwt), ['GET', '/users'], () =>
    line(byMember(id), 'user.listed'),
  )
  const asMember = api.withToken(signedIn.body.jwt)
  await expectLines('listSessions', asMember, ['GET', '/members/sessions'], noLines)
  await expectLines('getCurrentSession', asMember, ['GET', '/members/sessions/current'], noLines)
  await expectLines('endOwnSessions', asMember, ['POST', '/members/sessions/revocations', {}], () =>
    line(byMember(id), 'member.sessions_ended', id),
  )
  await expectLines('getTotp', asMember, ['GET', '/members/totp'], noLines)
  const byPassword = { current_password: password }
  const app = await expectLines('startTotpSetup', asMember, ['POST', '/members/totp', byPassword], () =>
    line(byMember(id), 'member.totp_started', id),
  )
  await expectLines(
    'authenticateAgain',
    asMember,
    ['POST', '/members/sessions/current/authentications', byPassword],
    () => line(byMember(id), 'member.reauthenticated', id),
  )
  const codeOfApp = { mfa_code: codeNow(fromBase32(app.body.secret)) }
  const recovery = await expectLines(
    'confirmTotpSetup',
    asMember,
    ['POST', '/members/totp/confirm', codeOfApp],
    () => line(byMember(id), 'member.totp_confirmed', id),
  )
  await expectLines('signIn', anonymous, ['POST', '/members/signin', credentials], () =>
    line(byMember(id), 'member.mfa_requested', id),
  )
  const [recoveryCode, secondRecoveryCode] = recovery.body.recovery_codes
  const again = await asMember('POST', '/members/sessions/current/authentications', byPassword)
  await expectLines(
    'validateAuthentication',
    asMember,
    [
      'POST',
      '/members/sessions/current/authentications/validate',
      { session: again.body.session, mfa_code: secondRecoveryCode },
    ],
    () => [
      ...line(byMember(id), 'member.recovery_code_used', id),
      ...line(byMember(id), 'member.reauthenticated', id),
    ],
  )
  await expectLines(
    'removeTotp',
    asMember,
    ['POST', '/members/totp/removals', { ...byPassword, mfa_code: recoveryCode }],
    () => [
      ...line(byMember(id), 'member.recovery_code_used', id),
      ...line(byMember(id), 'member.totp_removed', id),
    ],
  )
  const other = await aMember(api, acme, 'Support')
  await sql(
    `insert into member_totp (client_id, member_id, sealed, confirmed_at)
       select client_id, id, '\\x00', now() from members where id = $1`,
    [other.id],
  )
  await expectLines('deleteMemberTotp', owner, ['DELETE', `/members/${other.id}/totp`], () =>
    line(byOwner, 'member.totp_removed', other.id),
  )
  const device = createPasskeyDevice('localhost', 'http://localhost:8080')
  const passkeys = '/members/passkeys'
  const options = await expectLines(
    'startPasskeyRegistration',
    asMember,
    ['POST', `${passkeys}/registration-options`],
    () => line(byMember(id), 'member.passkey_started', id),
  )
  const registration = { name: canary, ...device.register(options.body.challenge) }
  const passkey = await expectLines('registerPasskey', asMember, ['POST', passkeys, registration], () =>
    line(byMember(id), 'member.passkey_added', id),
  )
  await expectLines('listPasskeys', asMember, ['GET', passkeys], noLines)
  const nextAnswer = async () =>
    device.answer((await anonymous('POST', `${passkeys}/sign-in-options`)).body.challenge)
  await expectLines('startPasskeySignIn', anonymous, ['POST', `${passkeys}/sign-in-options`], noLines)
  await expectLines('signInWithPasskey', anonymous, ['POST', `${passkeys}/signin`, await nextAnswer()], () =>
    line(byMember(id), 'member.signed_in', id),
  )
  await expectLines(
    'authenticateAgainWithPasskey',
    asMember,
    ['POST', '/members/sessions/current/authentications/passkey', await nextAnswer()],
    () => line(byMember(id), 'member.reauthenticated', id),
  )
  await expectLines('deletePasskey', asMember, ['DELETE', `${passkeys}/${passkey.body.id}`], () =>
    line(byMember(id), 'member.passkey_removed', id),
  )
  const removable = await asMember('POST', `${passkeys}/registration-options`)
  const spare = createPasskeyDevice('localhost', 'http://localhost:8080')
  await asMember('POST', passkeys, { name: 'Spare', ...spare.register(removable.body.challenge) })
  await expectLines('deleteMemberPasskeys', owner, ['DELETE', `/members/${id}/passkeys`], () =>
    line(byOwner, 'member.passkey_removed', id),
  )
  const another = { current_password: password, password: 'another horse with another staple' }
  await expectLines('changePassword', asMember, ['POST', '/members/password', another], () =>
    line(byMember(id), 'member.password_changed', id),
  )
  const { body: current } = await asMember('GET', '/members/sessions/current')
  await expectLines('endSession', asMember, ['DELETE', `/members/sessions/${current.session.id}`], () =>
    line(byMember(id), 'member.session_ended', id),
  )
  await expectLines('getMemberPolicy', owner, ['GET', '/members/policy'], noLines)
  const policy = ['PATCH', '/members/policy', { require_second_factor: true }] as [string, string, object]
  await expectLines('updateMemberPolicy', owner, policy, () => line(byOwner, 'member.policy_changed'))
  await sql('delete from member_policies')
  const ssoSettings = {
    organisation: 'audit-team',
    issuer: 'https://login.audit.example',
    oidc_client_id: 'payproof',
    oidc_client_secret: canary,
  }
  await expectLines('setSingleSignOn', owner, ['PUT', '/members/sso', ssoSettings], () =>
    line(byOwner, 'member.sso_changed'),
  )
  await expectLines('getReviewViews', owner, ['GET', '/reviews/views'], noLines)
  await expectLines('replaceReviewViews', owner, ['PUT', '/reviews/views', { views: [] }], () =>
    line(byOwner, 'review.views_replaced', byOwner.actor_id),
  )
  await expectLines('listRequests', owner, ['GET', '/request-log'], noLines)
  await expectLines('getReviewRules', owner, ['GET', '/reviews/rules'], noLines)
  await expectLines('listReviewRuleChanges', owner, ['GET', '/reviews/rules/changes'], noLines)
  await expectLines('replaceReviewRules', owner, ['PUT', '/reviews/rules', { rules: [] }], () =>
    line(byOwner, 'review_rules.replaced'),
  )
  await expectLines('getSingleSignOn', owner, ['GET', '/members/sso'], noLines)
  await expectLines(
    'startSingleSignOn',
    anonymous,
    ['POST', '/members/sso/authorisations', { organisation: 'audit-team' }],
    noLines,
  )
  await expectLines('deleteSingleSignOn', owner, ['DELETE', '/members/sso'], () =>
    line(byOwner, 'member.sso_removed'),
  )
  const ownerToken = await signInOwner(api, 'acme')
  const { body: ownSession } = await api.withToken(ownerToken)('GET', '/members/sessions/current')
  await expectLines(
    'endMemberSessions',
    api.withToken(ownerToken),
    ['POST', `/members/${id}/sessions/revocations`],
    () => line(byMember(ownSession.member.id), 'member.sessions_ended', id),
  )
  await expectLines(
    'initiatePasswordReset',
    anonymous,
    ['POST', '/members/password-reset/initiate', { username: email }],
    () => line(byAnonymous, 'member.reset_requested', id),
    pollLines,
  )
  const code = await codeFrom(email, /new password/, mailedCode.reset)
  await expectLines(
    'confirmPasswordReset',
    anonymous,
    ['POST', '/members/password-reset/confirm', { code, password }],
    () => line(byMember(id), 'member.password_changed', id),
  )
  const wrong = await anonymous('POST', '/members/signin', { username: email, password: `${canary} guess` })
  expect(wrong.status).toBe(401)
  expect(await pollLines(wrong)).toEqual(line(byAnonymous, 'member.sign_in_failed', id))
  await expectLines('deleteMember', owner, ['DELETE', `/members/${id}`], () =>
    line(byOwner, 'member.deleted', id),
  )

  const newWebhook = {
    name: canary,
    events: ['user-payroll-submitted'],
    url: api.urlOf(canary),
    signing_secret: `${canary} secret`,
  }
  const subscribed = await expectLines('createWebhook', acme, ['POST', '/webhooks', newWebhook], ({ body }) =>
    line(byKey, 'webhook.created', body.webhook_id),
  )
  const hookId: string = subscribed.body.webhook_id
  const hook = `/webhooks/${hookId}`
  const webhookLine = (action: string) => () => line(byKey, `webhook.${action}`, hookId)
  await api.announce(userId, { name: canary })
  await api.arrivals({ webhook_id: hookId, name: canary }, 1)
  await expectLines('listWebhooks', acme, ['GET', '/webhooks'], noLines)
  await expectLines('getWebhook', acme, ['GET', hook], noLines)
  await expectLines('getWebhookStatus', acme, ['GET', `${hook}/status`], noLines)
  await expectLines('updateWebhook', acme, ['PATCH', hook, { name: `${canary} 2` }], webhookLine('changed'))
  const rotation = { signing_secret: `${canary} other secret` }
  await expectLines('rotateWebhookSecret', acme, ['POST', `${hook}/rotate`, rotation], webhookLine('rotated'))
  // A receiver's response may quote the delivery, so reading it is audited too.
  await expectLines('testWebhook', acme, ['POST', `${hook}/test`, {}], ({ body }) => [
    ...line(byKey, 'webhook.tested', hookId),
    ...line(byKey, 'delivery.read', body.delivery_id),
  ])
  await expectLines('pauseWebhook', acme, ['POST', `${hook}/pause`], webhookLine('paused'))
  await expectLines('resumeWebhook', acme, ['POST', `${hook}/resume`], webhookLine('resumed'))
  const since = '2020-01-01T00:00:00Z'
  await expectLines('recoverWebhook', acme, ['POST', `${hook}/recover`, { since }], webhookLine('recovered'))
  const listed = await expectLines(
    'listDeliveries',
    acme,
    ['GET', `${hook}/deliveries?user_id=${userId}`],
    noLines,
  )
  const deliveryId: string = listed.body.deliveries[0].delivery_id
  const sent = `${hook}/deliveries/${deliveryId}`
  await expectLines('getDelivery', acme, ['GET', sent], () => line(byKey, 'delivery.read', deliveryId))
  await expectLines('redeliver', acme, ['POST', `${sent}/redeliver`], () =>
    line(byKey, 'webhook.redelivered', deliveryId),
  )
  await expectLines('listEvents', acme, ['GET', '/events?include_payload=true'], () =>
    line(byKey, 'event.listed'),
  )
  await expectLines('listRecentEvents', acme, ['GET', '/events/recent'], noLines)
  await expectLines('getWebhookStatistics', acme, ['GET', `${hook}/statistics`], noLines)
  // Reading an event is reading about its user, who sees who looked.
  const [{ event_id, user_id: subject }] = (await acme('GET', '/events/recent?limit=1')).body.events
  await expectLines('getEvent', acme, ['GET', `/events/${event_id}`], () =>
    line(byKey, 'event.read', subject),
  )
  await expectLines('deleteWebhook', acme, ['DELETE', hook], webhookLine('deleted'))

  await expectLines('listAuditLog', acme, ['GET', '/audit-log'], noLines)
  await expectLines('deleteUser', acme, ['DELETE', `/users/${userId}`], () =>
    line(byKey, 'user.erased', userId),
  )

  expect([...seen].sort()).toEqual(api.server.operations.map(({ schema }) => schema.operationId).sort())
  const everything = JSON.stringify(await sql('select * from audit_lines'))
  for (const secret of [
    canary,
    'QQ987654A',
    'oakapple',
    '246810',
    'mfa:code',
    '203.0.113.77',
    password,
    'team.example',
  ]) {
    expect(everything.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

/** Logs in at the sandbox's tax authority and waits for its data. */
async function connectTaxAuthority(user_id: string) {
  const userName = 'wilhelmina.oakapple'
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const { unique_tax_reference, ni_number } = identity
  // The connection is refused if the registered NI number differs.
  await acme('PATCH', `/users/${user_id}`, { taxauth_enabled: true, ni_number })
  const { body } = await acme('POST', '/accounts', {
    user_id,
    payroll_provider: 'taxauth',
    from: '2024-06-01T00:00:00.000Z',
    extra_login_params: { unique_tax_reference, ni_number },
  })
  const here = (url: string) => url.replace(api.config.BASE_URL, '')
  const left = await leaveForProvider(
    (path, headers) => anonymous('GET', path, undefined, headers),
    here(body.authorization_url),
  )
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await signInAtAuthority(String(left.headers.location), { userName })
  expect((await anonymous('GET', here(back), undefined, { cookie })).status).toBe(200)
  await eventually(
    async () => (await acme('GET', `/taxauth/entries?user_id=${user_id}`)).body.entries?.length > 0,
    60_000,
  )
  return body.account_id as string
}

async function codeFrom(email: string, subject: RegExp, pattern: RegExp) {
  const { text } = await readMail(world.inboxUrl, email, subject)
  const [, code] = pattern.exec(text) ?? []
  return code
}

test('rejected requests write no line', async () => {
  const user = await createUser(acme)
  const { webhook_id } = await api.subscribe()
  const hook = `/webhooks/${webhook_id}`
  // Tasks of this and earlier tests, such as the notice of the new webhook, write lines too.
  await eventually(
    async () => (await sql("select from tasks where wake_at < now() + interval '1 minute'")).length === 0,
    60_000,
  )
  const [before] = await sql('select count(*) from audit_lines')
  const path = `/users/${user.user_id}`
  const refusals: [Call, string, string, unknown, number][] = [
    [rival, 'GET', path, undefined, 404],
    [rival, 'PATCH', path, { forename: 'Mine' }, 404],
    [rival, 'DELETE', path, undefined, 404],
    [rival, 'POST', '/user-tokens', { user_id: user.user_id }, 404],
    [rival, 'POST', '/authorisations', { user_id: user.user_id, user_agent: 'x' }, 404],
    [rival, 'GET', `/authorisations?user_id=${user.user_id}`, undefined, 404],
    [rival, 'PATCH', hook, { name: 'Mine' }, 404],
    [rival, 'POST', `${hook}/test`, {}, 404],
    [rival, 'POST', `${hook}/pause`, undefined, 404],
    [rival, 'GET', `${hook}/deliveries/${anId()}`, undefined, 404],
    [acme, 'POST', `${hook}/rotate`, { step: 'promote' }, 400],
    [acme, 'GET', `${hook}/deliveries/${anId()}`, undefined, 404],
    [acme, 'PATCH', path, { forename: 7 }, 400],
    [acme, 'POST', '/members', { email: 'owner@acme.example', role: 'Admin' }, 400],
    [acme, 'GET', `/members/${anId()}`, undefined, 404],
    [acme, 'PUT', `/authorisations/${anId()}/revoke`, undefined, 404],
    [anonymous, 'GET', path, undefined, 401],
    [anonymous, 'POST', '/members/mfa/validate', { username: 'a', session: 'b', mfa_code: 'c' }, 401],
  ]
  for (const [call, method, at, body, status] of refusals) {
    expect({ method, at, status: (await call(method, at, body)).status }).toEqual({ method, at, status })
  }
  expect(await sql('select count(*) from audit_lines')).toEqual([before])
})

test('a rolled-back request leaves neither a change nor a line', async () => {
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    grant execute on function refuse() to public;
    create trigger refuse before insert on idempotent_replies for each row execute function refuse()`)
  const [before] = await sql('select count(*) from users')
  const reply = await acme('POST', '/users', aUser(), { 'idempotency-key': 'rolled-back' })
  await sql('drop function refuse cascade')
  expect(reply.status).toBe(500)
  expect(reply.text).not.toContain('no room')
  expect(await readLines(reply)).toEqual([])
  expect(await sql('select count(*) from users')).toEqual([before])
})

test('a replayed reply writes its own line instead of repeating the action’s', async () => {
  const headers = { 'idempotency-key': 'only-once' }
  const first = await acme('POST', '/users', aUser(), headers)
  const again = await acme('POST', '/users', aUser(), headers)
  expect(again.body).toEqual(first.body)
  const subject_id = first.body.user_id
  expect(await readLines(first)).toEqual([{ ...byKey, action: 'user.created', subject_id }])
  expect(await readLines(again)).toEqual([{ ...byKey, action: 'reply.replayed', subject_id }])
})

test('Owner and Admin read the log, FullMember and Support get 403, and other clients see only their own', async () => {
  const other = await startApi()
  const owner = other.withToken(await signInOwner(other, 'acme'))
  const user = await createUser(other.acme)
  expect((await owner('GET', '/audit-log')).body.audit_lines[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    actor_kind: 'api_key',
    actor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    action: 'user.created',
    subject_id: user.user_id,
    request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
    chain: expect.stringMatching(/^[0-7]\/\d+$/),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  for (const [role, status] of [
    ['Admin', 200],
    ['FullMember', 403],
    ['Support', 403],
  ] as const) {
    const { token } = await aMember(other, other.acme, role)
    expect((await other.withToken(token)('GET', '/audit-log')).status).toBe(status)
  }
  const foreign = await other.rival('GET', `/audit-log?subject_id=${user.user_id}`)
  expect(foreign.body).toEqual({ audit_lines: [], next_cursor: null })
  const actions = (await other.rival('GET', '/audit-log')).body.audit_lines.map(
    ({ action }: AuditLine) => action,
  )
  expect(actions.sort()).toEqual(['api_key.created', 'client.created', 'member.confirmed'])
})

test('reads by the Support role write no line, since they return no personal data', async () => {
  const user = await createUser(acme)
  const hook = await api.subscribe()
  await api.announce(user.user_id)
  const [sent] = await api.arrivals(hook, 1)
  const { token } = await aMember(api, acme, 'Support')
  const support = api.withToken(token)
  for (const path of [
    '/users',
    `/users/${user.user_id}`,
    `/authorisations?user_id=${user.user_id}`,
    `/webhooks/${hook.webhook_id}/deliveries/${sent?.headers['webhook-id']}`,
    '/events?include_payload=true',
  ]) {
    const reply = await support('GET', path)
    expect(reply.status).toBe(200)
    expect(await readLines(reply)).toEqual([])
  }
})

async function readAllPages(call: Call, query: string, limit: number) {
  const lines: (AuditLine & { chain: string; at: string; request_id: string })[] = []
  let cursor = ''
  for (let page = 0; page < 1_000; page++) {
    const { status, body } = await call('GET', `/audit-log?limit=${limit}${query}${cursor}`)
    expect(status).toBe(200)
    lines.push(...body.audit_lines)
    if (body.next_cursor === null) return lines
    cursor = `&cursor=${body.next_cursor}`
    // These new lines are newer than every page that has yet to be read.
    if (page % 3 === 0) await call('GET', '/users?limit=1')
  }
  throw new Error('the log does not end')
}

test('paging returns every line exactly once, newest first, while new lines are written', async () => {
  await Promise.all(Array.from({ length: 60 }, () => acme('GET', '/users?limit=1')))
  for (const limit of [1, 7, 100]) {
    const before = await writtenChains()
    const chains = (await readAllPages(acme, '', limit)).map(({ chain }) => chain)
    expect(new Set(chains).size).toBe(chains.length)
    expect(chains.slice(-before.length)).toEqual(before)
  }
})

async function writtenChains() {
  const rows = await sql(
    `select lane || '/' || seq as chain from audit_lines where client_id = $1
      order by at desc, lane desc, seq desc`,
    [world.clients.acme.clientId],
  )
  return rows.map(({ chain }) => chain)
}

test('filters the log by subject, actor and time, separately and combined', async () => {
  const other = await startApi()
  const { id, token } = await aMember(other, other.acme, 'Admin')
  const member = other.withToken(token)
  const user = await createUser(member)
  await other.acme('GET', `/users/${user.user_id}`)
  await member('GET', `/users/${user.user_id}`)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const middle = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await member('PATCH', `/users/${user.user_id}`, { forename: 'Late' })
  await other.acme('GET', `/users/${user.user_id}`)

  const actions = async (query: string) =>
    (await readAllPages(other.acme, query, 2)).map(({ action, actor_kind }) => `${actor_kind} ${action}`)
  const about = `&subject_id=${user.user_id}`
  const late = ['api_key user.read', 'member user.changed']
  const early = ['member user.read', 'api_key user.read', 'member user.created']
  expect(await actions(about)).toEqual([...late, ...early])
  expect(await actions(`${about}&actor_id=${id}`)).toEqual([
    'member user.changed',
    'member user.read',
    'member user.created',
  ])
  expect(await actions(`${about}&from=${middle}`)).toEqual(late)
  expect(await actions(`${about}&to=${middle}`)).toEqual(early)
  expect(await actions(`${about}&from=${middle}&to=${middle}`)).toEqual([])
  expect(await actions(`&actor_id=${id}&from=${middle}`)).toEqual(['member user.changed'])
})

test('rejects an invalid filter or cursor with its name', async () => {
  expect((await acme('GET', '/audit-log?subject_id=7&from=yesterday&limit=101&who=me')).body.errors).toEqual([
    'Field [limit] is invalid: must be 100 or less',
    'Field [subject_id] is invalid: must be a UUID',
    'Field [from] is invalid: must be an ISO 8601 date-time with Z or an offset',
    'Field [who] is unknown',
  ])
  const forged = [[], ['1', 64, '1'], ["1' or 1", 0, '1'], ['1', 0], null].map((position) =>
    Buffer.from(JSON.stringify(position)).toString('base64url'),
  )
  for (const cursor of ['nonsense', ...forged]) {
    expect(await acme('GET', `/audit-log?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { errors: ['Field [cursor] is invalid: must be the next_cursor of an earlier page'] },
    })
  }
})
