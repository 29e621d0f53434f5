import { type AuditScene, canary } from './scene.ts'

/** The sandbox of a client. */
export async function auditSandbox(scene: AuditScene) {
  const { acme, byKey, expectLines, line, noLines } = scene
  for (const [operation, suffix] of [
    ['listSandboxPeople', '/people'],
    ['getSandboxPerson', '/people/wilhelmina.oakapple'],
    ['getSandboxClock', '/clock'],
    ['listSandboxProviders', '/providers'],
    ['getSandboxInbox', '/inbox'],
  ] as const)
    await expectLines(operation, acme, ['GET', `/sandbox${suffix}`], noLines)
  for (const [operation, suffix, body, action] of [
    ['moveSandboxClock', '/clock', { advance: 'PT1S' }, 'sandbox.clock_moved'],
    ['updateSandboxProvider', '/providers/sandbox-cloud', { is_down: false }, 'sandbox.provider_changed'],
    [
      'setSandboxBehaviour',
      '/people/person.9/behaviour',
      { provider: 'sandbox-cloud', behaviour: null },
      'sandbox.behaviour_set',
    ],
    ['setSandboxInboxKeys', '/inbox', { signing_secrets: [canary] }, 'sandbox.inbox_keys_set'],
  ] as const)
    await expectLines(operation, acme, ['PATCH', `/sandbox${suffix}`, body], () => line(byKey, action))
}
