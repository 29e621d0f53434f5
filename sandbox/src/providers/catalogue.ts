/** Provider ids as used in the service's catalogue. */
export type ProviderId =
  | ('sandbox-cloud' | 'sandbox-payroll' | 'sandbox-portal' | 'sandbox-bureau' | 'sandbox-bank')
  | ('taxauth' | 'freeagent' | 'xero' | 'staffology' | 'employment-hero')

/** Steps at which faults can be injected. Bureaus have no passwords; there, `login` is the matching of a person. */
export const steps = ['login', 'mfa', 'token', 'list', 'payslip'] as const
export type ProviderStep = (typeof steps)[number]

type ProviderFacts = {
  name: string
  /** URL prefix. */
  path: string
  colour: string
  /** Number of wrong passwords after which the account is locked. */
  maxLoginAttempts: number
  /** Whether failed logins report the number of attempts left. */
  showsAttemptsLeft: boolean
  steps: readonly ProviderStep[]
  /** Expected format of the memorable date. */
  dateFormat: string
  /** Second factor that is required of everyone, regardless of the password. */
  secondFactor?: 'code'
}

export const providers: Record<ProviderId, ProviderFacts> = {
  'sandbox-payroll': {
    name: 'Fennelgate Payroll',
    path: '/payroll',
    colour: '#4b2e6b',
    maxLoginAttempts: 5,
    showsAttemptsLeft: true,
    steps: ['login', 'mfa', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  'sandbox-cloud': {
    name: 'Cirrusfold',
    path: '/cloud',
    colour: '#0b4f8a',
    maxLoginAttempts: 6,
    showsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list', 'payslip'],
    dateFormat: 'YYYY-MM-DD',
  },
  'sandbox-portal': {
    name: 'Quaymoss Staff Portal',
    path: '/portal',
    colour: '#7a3b12',
    maxLoginAttempts: 3,
    showsAttemptsLeft: true,
    steps: ['login', 'mfa', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  'sandbox-bureau': {
    name: 'Reckonwell Bureau',
    path: '/bureau',
    colour: '#3d4a1f',
    maxLoginAttempts: 1,
    showsAttemptsLeft: false,
    steps: ['login', 'list'],
    dateFormat: 'YYYY-MM-DD',
  },
  taxauth: {
    name: 'HMRC',
    path: '/taxauth',
    colour: '#1d1d2b',
    maxLoginAttempts: 4,
    showsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list'],
    dateFormat: 'DD MM YYYY',
    secondFactor: 'code',
  },
  freeagent: {
    name: 'FreeAgent',
    path: '/freeagent',
    colour: '#2b5d3a',
    maxLoginAttempts: 5,
    showsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  xero: {
    name: 'Xero',
    path: '/xero',
    colour: '#0d5e75',
    maxLoginAttempts: 5,
    showsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  staffology: {
    name: 'Staffology',
    path: '/staffology',
    colour: '#5a2d54',
    maxLoginAttempts: 1,
    showsAttemptsLeft: false,
    steps: ['login', 'list', 'payslip'],
    dateFormat: 'YYYY-MM-DD',
  },
  'employment-hero': {
    name: 'Employment Hero',
    path: '/employment-hero',
    colour: '#3b2a63',
    maxLoginAttempts: 5,
    showsAttemptsLeft: false,
    steps: ['login', 'mfa', 'token', 'list', 'payslip'],
    dateFormat: 'DD/MM/YYYY',
  },
  // Read through the simulated aggregator; this is the bank's own login page.
  'sandbox-bank': {
    name: 'Pebble Bank',
    path: '/yapily',
    colour: '#0f5257',
    maxLoginAttempts: 5,
    showsAttemptsLeft: false,
    steps: ['login', 'list'],
    dateFormat: 'YYYY-MM-DD',
  },
}

export const providerIds = Object.keys(providers) as ProviderId[]
