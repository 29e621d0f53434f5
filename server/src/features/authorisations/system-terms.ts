// Default terms for clients without terms of their own. A changed text is a new version: a migration inserts it for
// existing clients and never updates an accepted text.
const opening = `I agree that Payproof, acting for the organisation that sent me here, connects to the source I choose (my payroll provider, the tax authority, or documents I upload) and reads my income and employment data: who employs me, what I am paid, what is deducted, and the personal details printed beside it.`

const closing = `The data is used only to check my income for that organisation. Passwords I enter are used once and are not kept. I can withdraw this agreement at any time, see what was shared, and ask for it to be deleted.`

export const systemTerms = [
  {
    name: 'Share my income once',
    authorisation_category: 'one_time',
    authorisation_text: `${opening}\n\nThis agreement is for one time: it ends 24 hours after I accept it.\n\n${closing}`,
  },
  {
    name: 'Keep sharing my income',
    authorisation_category: 'recurring',
    authorisation_text: `${opening}\n\nThis agreement lasts until I withdraw it: new payslips may be read again at regular times without asking me each time.\n\n${closing}`,
  },
] as const
