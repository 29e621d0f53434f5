/** Sandbox and production are the same code; what differs is decided by this word alone. */
export type Environment = 'sandbox' | 'production'
