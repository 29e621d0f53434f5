import { expect } from 'vitest'
import { ownWorld } from './start.ts'
import {
  agree,
  checkDocuments,
  chooseDocuments,
  finish,
  goToLogin,
  providers,
  sendText,
  signIn,
} from './stories.ts'
import { startStories } from './story.ts'

// Uses its own service, because a provider is taken down and a login is locked.

const { story, lender, world } = await startStories(await ownWorld())

story(3, 'wilhelmina.oakapple', async (walk, { link, user_id }) => {
  const { texts: t, page } = walk
  const bytes = await world.aDocument('payslip', 'user_name=wilhelmina.oakapple&pay_date=2026-05-29')
  await agree(walk, link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, 'tobias.eldermere', 'lock')
  await walk.until('error', 'error-locked')
  await walk.see(t.errors['login-locked'].title, { provider: providers.payroll })
  await walk.press(t.errors.next.documents)
  await walk.until('documents')
  await chooseDocuments(walk, [{ name: 'payslip-may-2026.pdf', bytes }])
  await checkDocuments(walk, 1)
  await walk.until('documents', 'documents-review')
  await walk.press(page.getByRole('button', { name: sendText(walk) }))
  await walk.until('more')
  await walk.press(t.more.finish)
  await walk.until('done')
  expect((await lender.must('GET', `/payroll/${user_id}`)).payroll_submissions).toHaveLength(1)
})

story(4, 'person.41', async (walk, { link, userName }) => {
  const { texts: t } = walk
  await agree(walk, link)
  await goToLogin(walk, providers.payroll)
  await world.sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: true })
  await signIn(walk, userName, 'pass')
  await walk.until('error', 'error-down')
  await walk.see(t.errors['provider-down'].title, { provider: providers.payroll })
  await world.sandbox.control('PATCH', '/providers/sandbox-payroll', { is_down: false })
  await walk.press(t.errors.next.login)
  await walk.until('login')
  await signIn(walk, userName, 'pass')
  await finish(walk)
})
