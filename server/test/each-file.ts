import { afterAll } from 'vitest'
import { endAll } from './at-end.ts'

// Vitest runs this before every test file, also where files share a process and modules are read only once.
afterAll(endAll)
