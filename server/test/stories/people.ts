import type { Provider } from './truth.ts'

/** How somebody's story goes. The rest of it follows from what the sandbox knows of them. */
export type Story = {
  user_name: string
  provider: Provider
  /** Typed at the provider; not for the bureau, where nobody signs in. */
  password: string
  frequency: 'WEEKLY' | 'MONTHLY'
  months: number
  /** Signs in by a real browser where the others send forms. */
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

/** Everybody who has a name in the sandbox, each by a provider that suits them. */
export const stories: Story[] = [
  ...told('sandbox-payroll', ['wilhelmina.oakapple', 'carys.honeydew', 'tobias.eldermere']),
  ...told('sandbox-payroll', ['nathaniel.quillfeather', 'ursula.wintergreen', 'henrietta.dovecote']),
  // Weekly pay: a year of it is fifty payslips, asked for one by one.
  ...told('sandbox-payroll', ['barnaby.thistlewick', 'valentin.driftwood'], { months: 12 }),
  // No job at all, not yet begun, and left.
  ...told('sandbox-payroll', ['silas.bellwether', 'rosalind.emberley', 'josephine.candlewick']),
  ...told('sandbox-payroll', ['gwendolyn.larkspur'], { password: 'mfa:code' }),
  ...told('sandbox-payroll', ['xavier.inkwell'], { password: 'mfa:date' }),
  ...told('sandbox-payroll', ['quentin.snowberry'], { password: 'mfa:chars' }),
  ...told('sandbox-cloud', ['eudora.brackenmoor', 'fergus.mactumble', 'ottoline.brambleby']),
  ...told('sandbox-cloud', ['zoe-renee.olarkington-mullbrook', 'mabel.tanglewood'], { byChromium: true }),
  ...told('sandbox-cloud', ['dashiell.pennyfeather', 'kit.hollowbrook'], { months: 12 }),
  // The second step is the provider's own business there.
  ...told('sandbox-cloud', ['lorcan.fernybank'], { password: 'mfa:code' }),
  ...told('sandbox-portal', ['beatrice.nightjar', 'ignatius.plumtree'], { months: 12 }),
  ...told('sandbox-portal', ['winifred.goldcrest'], { months: 12, password: 'mfa:code' }),
  ...told('sandbox-bureau', ['marguerite.saltmarsh', 'clementine.marrowfield', 'percival.wobblestone']),
  ...told('sandbox-bureau', ['yasmin.moorhen'], { months: 12 }),
]
