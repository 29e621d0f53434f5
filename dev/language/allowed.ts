/** Texts that contain a banned word for a reason, and the reason. */
export const allowed: { files: RegExp; texts: RegExp; why: string }[] = [
  { files: /^CHANGELOG\.md$/, texts: /./, why: 'earlier entries keep their wording' },
  {
    files: /^docs\/decisions\/(00[0-5]\d|006[0-3])-/,
    texts: /./,
    why: 'records older than the guide, until they are rewritten in one format',
  },
  {
    files: /^web\/journey\/texts\/en\.ts$/,
    texts: /photos? of (a|the) paper|a paper (payslip|statement)/,
    why: 'applicants are asked for a photo of a paper document',
  },
  {
    files: /^web\/e2e\/console\/documents\.test\.ts$/,
    texts: /querySelector\('\.paper'\)/,
    why: 'the CSS class of the page under the marks',
  },
]
