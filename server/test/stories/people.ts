import type { Provider } from './truth.ts'

/** One person's story. Everything else is derived from the sandbox's data about them. */
export type Story = {
  user_name: string
  provider: Provider
  /** Password at the provider; empty for the bureau, which has no login. */
  password: string
  frequency: 'WEEKLY' | 'MONTHLY'
  months: number
  /** Whether the person logs in with a real browser instead of plain form posts. */
  byChromium?: true
}

const storiesAt = (
  provider: Provider,
  names: string[],
  more: Partial<Omit<Story, 'provider' | 'user_name'>> = {},
): Story[] =>
  names.map((user_name, n) => ({
    user_name,
    provider,
    password: 'pass',
    months: 24,
    frequency: n % 2 === 0 ? 'WEEKLY' : 'MONTHLY',
    ...more,
  }))

/** Stories of all named sandbox people, each with a suitable provider. */
export const stories: Story[] = [
  ...storiesAt('sandbox-payroll', ['wilhelmina.oakapple', 'carys.honeydew', 'tobias.eldermere']),
  ...storiesAt('sandbox-payroll', ['nathaniel.quillfeather', 'ursula.wintergreen', 'henrietta.dovecote']),
  // These people are paid weekly: a year is fifty payslips, retrieved one by one.
  ...storiesAt('sandbox-payroll', ['barnaby.thistlewick', 'valentin.driftwood'], { months: 12 }),
  // These people have no employment, have not started yet, or have left.
  ...storiesAt('sandbox-payroll', ['silas.bellwether', 'rosalind.emberley', 'josephine.candlewick']),
  ...storiesAt('sandbox-payroll', ['gwendolyn.larkspur'], { password: 'mfa:code' }),
  ...storiesAt('sandbox-payroll', ['xavier.inkwell'], { password: 'mfa:date' }),
  ...storiesAt('sandbox-payroll', ['quentin.snowberry'], { password: 'mfa:chars' }),
  ...storiesAt('sandbox-cloud', ['eudora.brackenmoor', 'fergus.mactumble', 'ottoline.brambleby']),
  ...storiesAt('sandbox-cloud', ['zoe-renee.olarkington-mullbrook', 'mabel.tanglewood'], {
    byChromium: true,
  }),
  ...storiesAt('sandbox-cloud', ['dashiell.pennyfeather', 'kit.hollowbrook'], { months: 12 }),
  // This provider handles MFA on its own pages.
  ...storiesAt('sandbox-cloud', ['lorcan.fernybank'], { password: 'mfa:code' }),
  ...storiesAt('sandbox-portal', ['beatrice.nightjar', 'ignatius.plumtree'], { months: 12 }),
  ...storiesAt('sandbox-portal', ['winifred.goldcrest'], { months: 12, password: 'mfa:code' }),
  ...storiesAt('sandbox-bureau', ['marguerite.saltmarsh', 'clementine.marrowfield', 'percival.wobblestone']),
  ...storiesAt('sandbox-bureau', ['yasmin.moorhen'], { months: 12 }),
]
