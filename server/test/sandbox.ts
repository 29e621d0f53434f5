import { atEnd } from './at-end.ts'
import { openSandboxProcess, type Sandbox, type SandboxOptions } from './sandbox-process.ts'

export type { Sandbox } from './sandbox-process.ts'

/** Starts the real sandbox in a separate process, which ends with the test file at the latest. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await openSandboxProcess(options)
  atEnd(sandbox.stop)
  return sandbox
}
