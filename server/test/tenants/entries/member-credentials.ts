import { randomBytes } from 'node:crypto'
import { createPasskeyDevice } from '../../passkey-device.ts'
import type { TenantFixture } from '../fixture.ts'

// Credentials with which members of the matrix sign in.

export const password = 'correct horse battery staple'

export const newDevice = () => createPasskeyDevice('localhost', 'http://localhost:8080')

export const anOldChallenge = 'A'.repeat(72)

/** Forgets wrong passwords of earlier requests, so that none of the members is blocked. */
export const clearFailedSignIns = ({ api }: TenantFixture) => api.sql('delete from sign_in_failures')

export const aSession = () => randomBytes(24).toString('base64url')
