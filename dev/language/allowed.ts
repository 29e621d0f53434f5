/** Texts that contain a banned word for a reason, and the reason. */
export const allowed: { files: RegExp; texts: RegExp; why: string }[] = [
  {
    files: /^web\/journey\/texts\/en-later\.ts$/,
    texts: /photos? of (a|the) paper|a paper (payslip|statement)/,
    why: 'applicants are asked for a photo of a paper document',
  },
  {
    files: /^web\/e2e\/console\/documents\.test\.ts$/,
    texts: /querySelector\('\.paper'\)/,
    why: 'the CSS class of the page under the marks',
  },
]
