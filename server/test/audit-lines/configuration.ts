import type { AuditScene } from './scene.ts'

/** Configuration and API keys. */
export async function auditConfiguration(scene: AuditScene) {
  const { acme, owner, byKey, byOwner, expectLines, line, noLines } = scene
  await expectLines('getConfiguration', acme, ['GET', '/configuration'], noLines)
  const logo = encodeURIComponent('https://nowhere.example/logo.svg')
  await expectLines('getLogo', acme, ['GET', `/configuration/logo?client_logo=${logo}`], noLines)
  await expectLines(
    'updateConfiguration',
    acme,
    ['PATCH', '/configuration', { payroll_period_months: 24 }],
    () => line(byKey, 'configuration.changed'),
  )

  const key = await expectLines(
    'createApiKey',
    owner,
    ['POST', '/api-keys', { name: 'second' }],
    ({ body }) => line(byOwner, 'api_key.created', body.id),
  )
  await expectLines('listApiKeys', owner, ['GET', '/api-keys'], noLines)
  await expectLines('deleteApiKey', owner, ['DELETE', `/api-keys/${key.body.id}`], () =>
    line(byOwner, 'api_key.revoked', key.body.id),
  )
}
