import type { Provider } from './truth.ts'

/** One person's story. The rest follows from the sandbox's data about them. */
export type Story = {
  user_name: string
  provider: Provider
  /** Password at the provider; none for the bureau, which has no login. */
  password: string
  frequency: 'WEEKLY' | 'MONTHLY'
  months: number
  /** Logs in with a real browser instead of plain form posts. */
  byChromium?: true
}

const told = (
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

/** Every named sandbox person, each with a suitable provider. */
export const stories: Story[] = [
  ...told('sandbox-payroll', ['wilhelmina.oakapple', 'carys.honeydew', 'tobias.eldermere']),
  ...told('sandbox-payroll', ['nathaniel.quillfeather', 'ursula.wintergreen', 'henrietta.dovecote']),
  // Weekly pay: a year is fifty payslips, retrieved one by one.
  ...told('sandbox-payroll', ['barnaby.thistlewick', 'valentin.driftwood'], { months: 12 }),
  // Without an employment, not yet started, and left.
  ...told('sandbox-payroll', ['silas.bellwether', 'rosalind.emberley', 'josephine.candlewick']),
  ...told('sandbox-payroll', ['gwendolyn.larkspur'], { password: 'mfa:code' }),
  ...told('sandbox-payroll', ['xavier.inkwell'], { password: 'mfa:date' }),
  ...told('sandbox-payroll', ['quentin.snowberry'], { password: 'mfa:chars' }),
  ...told('sandbox-cloud', ['eudora.brackenmoor', 'fergus.mactumble', 'ottoline.brambleby']),
  ...told('sandbox-cloud', ['zoe-renee.olarkington-mullbrook', 'mabel.tanglewood'], { byChromium: true }),
  ...told('sandbox-cloud', ['dashiell.pennyfeather', 'kit.hollowbrook'], { months: 12 }),
  // That provider handles MFA on its own pages.
  ...told('sandbox-cloud', ['lorcan.fernybank'], { password: 'mfa:code' }),
  ...told('sandbox-portal', ['beatrice.nightjar', 'ignatius.plumtree'], { months: 12 }),
  ...told('sandbox-portal', ['winifred.goldcrest'], { months: 12, password: 'mfa:code' }),
  ...told('sandbox-bureau', ['marguerite.saltmarsh', 'clementine.marrowfield', 'percival.wobblestone']),
  ...told('sandbox-bureau', ['yasmin.moorhen'], { months: 12 }),
]
