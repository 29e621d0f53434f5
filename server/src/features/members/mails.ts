// The texts of the mails that members get. Plain text: nothing to load, nothing to track.

export const invitationMail = (
  to: string,
  code: string,
  { baseUrl, clientName }: { baseUrl: string; clientName: string },
) => ({
  to,
  subject: `You are invited to ${clientName} on Payproof`,
  text: `Hello,

you have been invited to the team of ${clientName} on Payproof.

To accept, choose a name and a password within 72 hours:

  curl -X POST ${baseUrl}/members/invitations/${code}/accept \\
    -H 'content-type: application/json' \\
    -d '{"name":"Your name","password":"a long password"}'

If you did not expect this, ignore it: nothing happens without you.
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

To choose one, within one hour:

  curl -X POST ${baseUrl}/members/password-reset/confirm \\
    -H 'content-type: application/json' \\
    -d '{"code":"${code}","password":"a long password"}'

If it was not you, ignore this: your password stays as it is.
`,
})

export const codeMail = (to: string, code: string) => ({
  to,
  subject: `Your Payproof sign-in code`,
  text: `Hello,

your sign-in code is ${code}. It is good for 10 minutes.

If you are not signing in right now, somebody knows your password: please change it.
`,
})
