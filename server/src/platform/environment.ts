/** Sandbox and production run the same code; every difference in behaviour depends on this value. */
export type Environment = 'sandbox' | 'production'
