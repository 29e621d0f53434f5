/** As the catalogue of the service names them. */
export type ProviderId = 'sandbox-cloud' | 'sandbox-payroll' | 'sandbox-portal' | 'sandbox-bureau' | 'taxauth'

/** Where something can go wrong. At the bureau, which knows no passwords, a match is the login. */
export const steps = ['login', 'mfa', 'token', 'list', 'payslip'] as const
export type Step = (typeof steps)[number]

type ProviderFacts = {
  name: string
  /** Where it is registered. */
  path: string
  colour: string
  /** The wrong password that locks an account. */
  maxLoginAttempts: number
  /** Whether a refusal says how many attempts are left. */
  tellsAttemptsLeft: boolean
  steps: readonly Step[]
  /** How a memorable date has to be written. */
  dateFormat: string
  /** Asked of everybody, whatever the password says. */
  secondFactor?: 'code'
}

export const providers: Record<ProviderId, ProviderFacts> = {
  'sandbox-payroll': {
    name: 'Fennelgate Payroll',
    path: '/payroll',
    colour: '#4b2e6b',
    maxLoginAttempts: 5,
    tellsAttemptsLeft: true,
    steps: ['login', 'mfa', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  'sandbox-cloud': {
    name: 'Cirrusfold',
    path: '/cloud',
    colour: '#0b4f8a',
    maxLoginAttempts: 6,
    tellsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list', 'payslip'],
    dateFormat: 'YYYY-MM-DD',
  },
  'sandbox-portal': {
    name: 'Quaymoss Staff Portal',
    path: '/portal',
    colour: '#7a3b12',
    maxLoginAttempts: 3,
    tellsAttemptsLeft: true,
    steps: ['login', 'mfa', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  'sandbox-bureau': {
    name: 'Reckonwell Bureau',
    path: '/bureau',
    colour: '#3d4a1f',
    maxLoginAttempts: 1,
    tellsAttemptsLeft: false,
    steps: ['login', 'list'],
    dateFormat: 'YYYY-MM-DD',
  },
  taxauth: {
    name: 'The tax authority',
    path: '/taxauth',
    colour: '#1d1d2b',
    maxLoginAttempts: 4,
    tellsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list'],
    dateFormat: 'DD MM YYYY',
    secondFactor: 'code',
  },
}

export const providerIds = Object.keys(providers) as ProviderId[]
