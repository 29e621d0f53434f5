import { html, type SafeHtml } from '../../pages.ts'
import type { PendingChallenge } from '../authentication.ts'
import type { ProviderFault } from '../errors.ts'
import { errorMessage } from '../provider-http.ts'
import type { OAuthFlow } from './flow.ts'

const withFlow = (action: string, flow: string, fields: SafeHtml) =>
  html`<form method="post" action="${action}" class="card"><input type="hidden" name="flow" value="${flow}">${fields}</form>`

export const signInPage = (flow: string, resetUrl: string, fault?: ProviderFault) => ({
  title: 'Sign in',
  body: html`${fault && errorMessage(fault)}${withFlow(
    'sign-in',
    flow,
    html`<label>User name <input name="user_name" autocomplete="username" required maxlength="120"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
<button>Sign in</button>`,
  )}<p><a href="${resetUrl}">Locked out?</a></p>`,
})

const codeQuestions = {
  SMS: 'Enter the six-digit code that we sent to your phone.',
  EMAIL: 'Enter the six-digit code that we sent to your e-mail address.',
  AUTHENTICATOR_APP: 'Enter the six-digit code that your authenticator app shows.',
}
const question = ({ method }: PendingChallenge) =>
  method.type === 'Code' ? codeQuestions[method.source] : method.message

export const secondFactorPage = (flow: string, challenge: PendingChallenge, fault?: ProviderFault) => ({
  title: 'One more step',
  body: html`${fault && errorMessage(fault)}${withFlow(
    'second-factor',
    flow,
    html`<label>${question(challenge)} <input name="answer" autocomplete="one-time-code" required maxlength="100"></label>
<button>Continue</button>`,
  )}`,
})

export const consentPage = (
  flow: string,
  { client, signedIn, scopes }: OAuthFlow,
  allowed: Record<string, string>,
) => ({
  title: `${client.name} asks to see your data`,
  body: html`<p>You are signed in as ${signedIn?.person.forename} ${signedIn?.person.surname}. If you agree, ${client.name} will see:</p>
<ul>${scopes.map((scope) => html`<li>${allowed[scope]}</li>`)}</ul>
${withFlow(
  'consent',
  flow,
  html`<button name="decision" value="allow">Allow</button> <button name="decision" value="refuse" class="plain">Refuse</button>`,
)}`,
})
