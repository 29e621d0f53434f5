// E-mails to members. They are plain text, without images or tracking.

export const invitationMail = (
  to: string,
  code: string,
  { baseUrl, clientName }: { baseUrl: string; clientName: string },
) => ({
  to,
  subject: `You are invited to ${clientName} on Payproof`,
  text: `Hello,

you have been invited to the team of ${clientName} on Payproof.

To accept, open this link within 72 hours and choose a name and a password:

  ${baseUrl}/console/invitations/${code}

If you did not expect this, ignore it: nothing happens without you.
`,
})

export const approvalMail = (
  to: string,
  code: string,
  { invited, baseUrl, clientName }: { invited: string; baseUrl: string; clientName: string },
) => ({
  to,
  subject: `Approve an invitation to ${clientName} on Payproof`,
  text: `Hello,

an API key of ${clientName} wants to invite ${invited} to your team with the role Admin.

To approve this, open this link within 72 hours. We then send the invitation:

  ${baseUrl}/console/approvals/${code}

If you do not know about this, do not approve it, and revoke the API key.
`,
})

export const resetMail = (
  to: string,
  code: string,
  { baseUrl, clientName }: { baseUrl: string; clientName: string },
) => ({
  to,
  subject: `A new password for ${clientName} on Payproof`,
  text: `Hello,

somebody, probably you, asked for a new password for ${clientName} on Payproof.

To choose one, open this link within one hour:

  ${baseUrl}/console/password-reset/${code}

If it was not you, ignore this: your password stays as it is.
`,
})

/** Tells a member of a change to their account, so that a change by a stranger is noticed. */
export const noticeMail = (
  to: string,
  { subject, change }: { subject: string; change: string },
  { baseUrl, clientName }: { baseUrl: string; clientName: string },
) => ({
  to,
  subject,
  text: `Hello,

${change} for ${clientName} on Payproof (${baseUrl}).

If you did not expect this, set a new password now and ask an administrator of your team.
`,
})

/** Tells an administrator of a change to the credentials or webhooks of the client. */
export const administratorNoticeMail = (
  to: string,
  { subject, change, by, isLast }: { subject: string; change: string; by: string; isLast: boolean },
  { baseUrl, clientName }: { baseUrl: string; clientName: string },
) => ({
  to,
  subject,
  text: `Hello,

${change} for ${clientName} on Payproof (${baseUrl}), by ${by}.

If you did not expect this, check the audit log and the API keys in the console, and revoke what you do not know.
${isLast ? '\nThere were many such changes today. We send no more notices until tomorrow (UTC).\n' : ''}`,
})

export const codeMail = (to: string, code: string) => ({
  to,
  subject: `Your Payproof sign-in code`,
  text: `Hello,

your sign-in code is ${code}. It is good for 10 minutes.

If you are not signing in right now, somebody knows your password: please change it.
`,
})
