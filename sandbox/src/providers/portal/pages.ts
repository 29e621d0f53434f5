import type { FastifyReply } from 'fastify'
import { html, page, pageHeaders, type SafeHtml } from '../../pages.ts'
import { tenantPath } from '../../tenants.ts'
import type { PendingChallenge } from '../authentication.ts'
import { providers } from '../catalogue.ts'
import { type ErrorCode, errorSpec, ProviderFault } from '../errors.ts'

const { name, colour, maxLoginAttempts } = providers['sandbox-portal']

type Frame = {
  title: string
  body: SafeHtml
  /** The person who is logged in. */
  staff?: { name: string; formToken: string }
}

export function send(reply: FastifyReply, { title, body, staff }: Frame) {
  const bar = html`<header class="bar" id="portal-header">${name}${staff && html`<small>${staff.name}</small>`}</header>`
  const menu =
    staff &&
    html`<nav class="row" id="portal-menu" aria-label="Portal"><span><a id="menu-payslips" href="${tenantPath()}/portal/payslips">Payslips</a> &nbsp; <a id="menu-details" href="${tenantPath()}/portal/details">My details</a></span>
<form method="post" action="${tenantPath()}/portal/sign-out" id="sign-out-form">${hidden(staff.formToken)}<button class="plain" id="sign-out">Sign out</button></form></nav>`
  const main = html`<main${!staff && html` class="narrow"`} id="portal-main">${menu}<h1 id="page-title">${title}</h1>${body}</main>`
  return reply
    .headers(pageHeaders)
    .send(page({ title: `${title} · ${name}`, colour, body: html`${bar}${main}` }))
}

const hidden = (formToken: string) => html`<input type="hidden" name="csrf_token" value="${formToken}">`

const refusal = ({ code, message, attemptsLeft }: ProviderFault) =>
  html`<p class="error" id="error-message" role="alert" data-error-code="${code}">${message}${
    attemptsLeft !== undefined && html` <span id="attempts-left">Attempts left: ${attemptsLeft}.</span>`
  }</p>`

const signInAgain = () =>
  html`<p><a class="button" id="sign-in-again" href="${tenantPath()}/portal/">Sign in</a></p>`
const tryAgain = () => html`<p><a id="try-again" href="${tenantPath()}/portal/">Try again</a></p>`
const resetLink = () =>
  html`<p><a id="reset-link" href="${tenantPath()}/portal/reset">Reset your account</a></p>`

export function sendSignIn(
  reply: FastifyReply,
  { formToken, fault, userName }: { formToken: string; fault?: ProviderFault; userName?: string },
) {
  const body = html`${fault && refusal(fault)}
<form class="card" id="sign-in-form" method="post" action="${tenantPath()}/portal/sign-in">${hidden(formToken)}
<label for="user-name">User name <input id="user-name" name="user_name" value="${userName ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="120"></label>
<label for="password">Password <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
<label class="tick" for="stay-signed-in"><input id="stay-signed-in" name="stay_signed_in" type="checkbox"> Keep me signed in for 90 days</label>
<button id="sign-in">Sign in</button></form>
<p class="note" id="attempts-note">Your account is locked after ${maxLoginAttempts} wrong passwords.</p>${resetLink()}`
  return send(reply, { title: 'Sign in', body })
}

export function sendSecondStep(
  reply: FastifyReply,
  { challenge, formToken, fault }: { challenge: PendingChallenge; formToken: string; fault?: ProviderFault },
) {
  const body = html`${fault && refusal(fault)}
<form class="card" id="second-step-form" method="post" action="${tenantPath()}/portal/second-step" data-method="${challenge.method.type}">${hidden(formToken)}
${question(challenge)}
<button id="continue">Continue</button></form>
<p class="note">You have five minutes. <a href="${tenantPath()}/portal/">Start again</a></p>`
  return send(reply, { title: 'One more step', body })
}

const sources = {
  SMS: 'Enter the six digits that we have sent to your phone.',
  EMAIL: 'Enter the six digits that we have sent to your e-mail address.',
  AUTHENTICATOR_APP: 'Enter the six digits that your authenticator app shows.',
}

function question({ method }: PendingChallenge): SafeHtml {
  switch (method.type) {
    case 'Code':
      return html`<p id="question" data-source="${method.source}">${sources[method.source]}</p>
<label for="code">Code <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="10"></label>`
    case 'Date':
      return html`<fieldset><legend id="question" data-format="${method.format}">Enter your memorable date.</legend>
<div class="boxes">${dateFields.map(
        ([id, label, length]) =>
          html`<label for="${id}">${label} <input id="${id}" name="${id}" inputmode="numeric" autocomplete="off" required size="${length}" maxlength="${length}"></label>`,
      )}</div></fieldset>`
    case 'PasswordWithPositions':
      return html`<fieldset><legend id="question" data-positions="${method.positions.join(',')}">${method.message}</legend>
<div class="boxes">${method.positions.map(
        (position) =>
          html`<label for="character-${position}">${position} <input id="character-${position}" name="character_${position}" type="password" autocomplete="off" required size="1" maxlength="1"></label>`,
      )}</div></fieldset>`
  }
}

const dateFields = [
  ['day', 'Day', 2],
  ['month', 'Month', 2],
  ['year', 'Year', 4],
] as const

export function sendTerms(reply: FastifyReply, formToken: string) {
  const body = html`${refusal(new ProviderFault('terms_not_accepted', { message: 'Our terms have changed. Accept them to go on.' }))}
<div class="card" id="terms"><p>You may look at your payslips and keep copies. Keep your password to yourself. We note when you have signed in.</p>
<form method="post" action="${tenantPath()}/portal/terms" id="terms-form">${hidden(formToken)}<button id="accept-terms">Accept and go on</button></form></div>
<p><a id="decline-terms" href="${tenantPath()}/portal/">Not now</a></p>`
  return send(reply, { title: 'Our terms have changed', body })
}

export const sendSignedOut = (reply: FastifyReply) =>
  send(reply, {
    title: 'Signed out',
    body: html`<p id="signed-out" role="status">You have signed out.</p>${signInAgain()}`,
  })

/** Titles and help texts of error pages. Errors that are not listed show "try again later". */
const errorPages: Partial<Record<ErrorCode, { title: string; help(): SafeHtml }>> = {
  account_locked: { title: 'Your account is locked', help: resetLink },
  password_expired: { title: 'Your password has expired', help: resetLink },
  account_disabled: { title: 'Your account is disabled', help: () => html`` },
  mfa_unsupported: { title: 'Use your passkey', help: () => html`` },
  mfa_failed: { title: 'That was not right', help: signInAgain },
  mfa_timeout: { title: 'That took too long', help: signInAgain },
  session_expired: { title: 'Your session has ended', help: signInAgain },
  form_expired: { title: 'This page is out of date', help: signInAgain },
  maintenance: { title: 'Down for maintenance', help: tryAgain },
  provider_down: { title: 'Not available', help: tryAgain },
  no_data: { title: 'No payslips yet', help: () => html`` },
  not_found: {
    title: 'Not found',
    help: () => html`<p><a href="${tenantPath()}/portal/payslips">Your payslips</a></p>`,
  },
}

export function sendError(reply: FastifyReply, fault: ProviderFault) {
  const { title, help } = errorPages[fault.code] ?? { title: 'Sorry', help: tryAgain }
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
  reply.code(errorSpec(fault.code).status)
  return send(reply, { title, body: html`${refusal(fault)}${help()}` })
}
